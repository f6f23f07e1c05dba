import Testing

@Suite struct `The option --variants` {
  private static let script = """
    #!macho 1
    feature search-tca
    exhaustive off
    stub tracker.log(_) -> ()
    stub experiments.isOn(_) -> false
    stub gitHub.searchRepositories(_) -> []
    send appeared
    |...
    skip received
    |...
    expect isLoading == false

    """

  @Test func `runs a script once with each variant`() throws {
    let sandbox = try Sandbox([
      "both.macho": Self.script, "other.macho": "feature counter\n",
    ])
    let test = try sandbox.run(.macho, "test", "--variants", "search-tca,search-mvvm")
    #expect(test.status == 0)
    #expect(
      test.output == """
        PASS both.macho [search-tca] (8 commands)
        PASS both.macho [search-mvvm] (8 commands)
        2 passed

                    search-tca  search-mvvm
        both.macho  pass        pass

        """)
  }

  @Test func `shows the line at which a variant differs`() throws {
    let faulty = Self.script.replacing("skip received", with: "receive changed")
      .replacing("search-tca", with: "search-mvc")
    let sandbox = try Sandbox(["both.macho": faulty])
    let test = try sandbox.run(.macho, "test", "--variants", "search-mvvm,search-mvc", "both.macho")
    #expect(test.status == 1)
    #expect(test.output.contains("both.macho:9\n  receive changed\n"))
    #expect(
      test.output.hasSuffix(
        """
                    search-mvvm  search-mvc
        both.macho  pass         FAIL:9

        """))
  }

  @Test func `rejects unknown and repeated names, and --update`() throws {
    let sandbox = try Sandbox(["both.macho": Self.script])
    let unknown = try sandbox.run(.macho, "test", "--variants", "search-tca,search-flax")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("did you mean search-flux?"))
    #expect(try sandbox.run(.macho, "test", "--variants", "counter,counter").status == 2)
    #expect(try sandbox.run(.macho, "test", "--variants", ",").status == 2)
    #expect(try sandbox.run(.macho, "test", "--variants", "counter", "--update").status == 2)
    #expect(try sandbox.run(.macho, "test", "--variants", "counter").status == 5)
  }
}
