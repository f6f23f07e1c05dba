import Testing

@Suite struct `The subcommand migrate` {
  private static let script = """
    # old is what it was called
    feature counter
    send old
    expect old == 1

    """

  @Test func `rewrites the scripts of a directory and lists the lines`() throws {
    let sandbox = try Sandbox(["a.macho": Self.script, "deep/b.macho": "feature counter\n"])
    let run = try sandbox.run(.macho, "migrate", "--rename", "old=new")
    #expect(run.status == 0)
    #expect(run.output == "MIGRATED a.macho: lines 3, 4\n")
    let expected = Self.script.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = try sandbox.read("a.macho").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines == [expected[0], expected[1], "send new", "expect new == 1", ""])
  }

  @Test func `changes nothing in a dry run`() throws {
    let sandbox = try Sandbox(["a.macho": Self.script])
    let run = try sandbox.run(.macho, "migrate", "--rename", "old=new", "--dry-run", "a.macho")
    #expect(run.status == 0)
    #expect(run.output == "would change a.macho: lines 3, 4\n")
    #expect(try sandbox.read("a.macho") == Self.script)
  }

  @Test func `exits with 5 if no script has the name`() throws {
    let run = try Sandbox(["a.macho": Self.script]).run(.macho, "migrate", "--rename", "zebra=x")
    #expect(run.status == 5)
    #expect(run.errors == "no script has the name 'zebra'\n")
  }

  @Test func `skips a script that does not parse and rewrites the others`() throws {
    let broken = "#!macho 1\nfeature counter\n! [\nsend old\n"
    let sandbox = try Sandbox(["a.macho": broken, "b.macho": Self.script])
    let run = try sandbox.run(.macho, "migrate", "--rename", "old=new")
    #expect(run.status == 2)
    #expect(run.output == "MIGRATED b.macho: lines 3, 4\n")
    #expect(try sandbox.read("a.macho") == broken)
  }
}
