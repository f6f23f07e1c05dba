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

  @Test func `prints a diff in a dry run, and changes nothing`() throws {
    let sandbox = try Sandbox(["a.macho": Self.script])
    let run = try sandbox.run(.macho, "migrate", "--rename", "old=new", "--dry-run", "a.macho")
    #expect(run.status == 0)
    #expect(
      run.output == """
        --- a.macho
        +++ a.macho
        @@ -1,4 +1,4 @@
         # old is what it was called
         feature counter
        -send old
        -expect old == 1
        +send new
        +expect new == 1

        """)
    #expect(try sandbox.read("a.macho") == Self.script)
  }

  @Test func `exits with 5 if no script needs the changes`() throws {
    let run = try Sandbox(["a.macho": Self.script])
      .run(.macho, "migrate", "--rename", "zebra=x", "--remove", "CounterFeature.State.step")
    #expect(run.status == 5)
    #expect(
      run.errors
        == "no script needs --rename zebra=x or --remove CounterFeature.State.step\n")
  }

  @Test func `changes scripts and recordings, and names what it leaves`() throws {
    let sandbox = try Sandbox([
      "a.macho": "feature cart\nstart CartFeature.State(items: 1)\nlet old = .init(items: 2)\n",
      "cart.properties.macho": "always items >= 0\n",
      "app.jsonl": #"{"macho":1,"feature":"cart","state":".init(items: 1)"}"# + "\n",
    ])
    let run = try sandbox.run(
      .macho, "migrate", "--add", "CartFeature.State.hasCoupon=false", ".", "app.jsonl")
    #expect(run.status == 0)
    #expect(run.output == "MIGRATED a.macho: line 2\nMIGRATED app.jsonl: line 1\n")
    #expect(
      run.errors == """
        a.macho:3:11: not changed: the type of this value is not known; it may be 'CartFeature.State'

        """)
    #expect(
      try sandbox.read("a.macho").contains("CartFeature.State(items: 1, hasCoupon: false)"))
    #expect(
      try sandbox.read("app.jsonl")
        == #"{"macho":1,"feature":"cart","state":".init(items: 1, hasCoupon: false)"}"# + "\n")
  }

  @Test func `names the places of the unchanged file in a dry run`() throws {
    let script = "feature cart\nsend saveButtonTapped\nlet old = .init(items: 2)\n"
    let options = [
      "migrate", "--remove", "CartFeature.Action.saveButtonTapped", "--add",
      "CartFeature.State.hasCoupon=false",
    ]
    func errors(_ options: [String]) throws -> String {
      try Sandbox(["a.macho": script]).run(.macho, options, input: .text("")).errors
    }
    let note =
      "11: not changed: the type of this value is not known; it may be 'CartFeature.State'\n"
    #expect(try errors(options + ["--dry-run"]) == "a.macho:3:" + note)
    #expect(try errors(options) == "a.macho:2:" + note)
  }

  @Test func `names the options that no script needs`() throws {
    let run = try Sandbox(["a.macho": Self.script])
      .run(.macho, "migrate", "--rename", "old=new", "--rename", "zebra=x", "--dry-run")
    #expect(run.status == 0)
    #expect(run.errors == "no script needs --rename zebra=x\n")
  }

  @Test func `suggests a type for a name that no feature has`() throws {
    let run = try Sandbox(["a.macho": Self.script])
      .run(.macho, "migrate", "--add", "CartFeature.Stat.note=1")
    #expect(run.status == 5)
    #expect(
      run.errors == """
        no feature has 'CartFeature.Stat': only values that are written with this name change
        did you mean CartFeature.State?
        no script needs --add CartFeature.Stat.note=1

        """)
  }

  @Test(arguments: [
    [], ["--rename", "a=b=c"], ["--add", "CartFeature.State.coupon=true"],
    ["--add", "CartFeature.State.hasCoupon=3"], ["--remove", "CartFeature.State.items"],
    ["--add", "A.b=1", "--remove", "A.b"],
  ])
  func `exits with 2 for changes that cannot be made`(_ options: [String]) throws {
    let sandbox = try Sandbox(["a.macho": Self.script])
    let run = try sandbox.run(.macho, ["migrate"] + options, input: .text(""))
    #expect(run.status == 2 && run.errors.hasPrefix("Error: "))
    #expect(try sandbox.read("a.macho") == Self.script)
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
