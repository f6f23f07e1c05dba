import Testing

/// Converting an app's `.recording(to:)` file to a script.
@Suite struct `Importing an app's recording` {
  private static let recording = #"""
    {"feature":"courier","macho":1,"state":"Courier.State(\n  letters: [],\n  failures: [],\n  stamps: [],\n  ids: [],\n  dice: [],\n  naps: 0\n)"}
    {"action":"Courier.Action.getLater(\"a\", 5)"}
    {"action":"Courier.Action.get(\"b\")"}
    {"action":"Courier.Action.got(\"letter b\")","values":{"uuid":["00000000-0000-0000-0000-000000000007"]}}
    {"action":"Courier.Action.stamp","values":{"date":[0,1.5],"random":[3]}}
    {"modification":"  Courier.State(\n-   naps: 0\n+   naps: 1\n  )"}
    {"action":"Courier.Action.listen(\"rain\")"}
    {"action":"Courier.Action.heard(\"rain at once\")"}

    """#

  @Test func `prints a passing script with pending calls of dependencies`() throws {
    let sandbox = try Sandbox(["app.macho": Self.recording])
    let imported = try sandbox.run(.externalWorkDriver, "import", "app.macho")
    // The result of a synchronous endpoint is unknown; that single line fails.
    #expect(imported.status == 1)
    let script = imported.output
    #expect(
      script.hasPrefix("#!macho 1\nfeature courier\nstub web.get pending\nstub web.news pending\n"))
    #expect(script.contains("\n! [unstubbed] send got(\"letter b\")\n"))
    #expect(script.contains("\n# changed without an action:\n#   Courier.State(\n# -   naps: 0\n"))
    #expect(script.contains("\n| +     [0]: UUID(00000000-0000-0000-0000-000000000007)\n"))
    #expect(script.contains("waits for an element of web.news(\"rain\")\n"))
    #expect(script.hasSuffix("| ignore them:  skip effects\n"))
    try sandbox.write(script, to: "script.macho")
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "script.macho")
    #expect(test.status == 0, "\(test.output)\(script)")
  }

  @Test func `ends with the last complete entry of an app that was ended`() throws {
    let sandbox = try Sandbox(["app.macho": String(Self.recording.dropLast(3))])
    let imported = try sandbox.run(.externalWorkDriver, "import", "app.macho")
    #expect(imported.output.contains("\n# the recording ends within an entry\n"))
    #expect(!imported.output.contains("rain at once"))
  }

  @Test(arguments: [
    (#"{"macho":2,"feature":"hops","state":"x"}"#, "line 1: version 2"),
    ("{\"macho\":1}", "line 1: not the beginning"),
    (#"{"macho":1,"feature":"hops","state":"Hops.State(log: [])"}"# + "\n{}", "line 2: neither"),
    (#"{"macho":1,"feature":"hops","state":"Hops.State(log: [])"}"# + "\n{,", "line 2: "),
  ])
  func `reports the line that is no entry`(recording: String, message: String) throws {
    let sandbox = try Sandbox(["app.jsonl": recording + "\n"])
    let imported = try sandbox.run(.externalWorkDriver, "import", "app.jsonl")
    #expect(imported.status == 2)
    #expect(imported.errors.contains("cannot read app.jsonl: " + message), "\(imported.errors)")
  }

  @Test(.onLinux)
  func `accepts a script, receives what its effects send again and sends the others`() throws {
    let sandbox = try Sandbox([
      "app.macho": """
      feature hops
      start Hops.State(log: [])
      send Hops.Action.start
      send Hops.Action.logged("child 0")
      send Hops.Action.logged("main actor 80")
      send Hops.Action.logged("from elsewhere")

      """
    ])
    let imported = try sandbox.run(.externalWorkDriver, "import", "app.macho")
    let script = imported.output
    #expect(script.contains("\nreceive logged(\"child 0\")\n"))
    #expect(!script.contains("\nsend logged(\"child 0\")\n"))
    #expect(script.contains("\nsend logged(\"from elsewhere\")\n"))
    try sandbox.write(script, to: "script.macho")
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "script.macho")
    #expect(test.status == 0, "\(test.output)\(script)")
  }

  @Test func `reports the location of a parse error`() throws {
    let sandbox = try Sandbox(["app.macho": "feature hops\nsend (\n"])
    let imported = try sandbox.run(.externalWorkDriver, "import", "app.macho")
    #expect(imported.status == 2)
    #expect(imported.errors.contains("app.macho:2"))
    #expect(try sandbox.run(.externalWorkDriver, "import", "nowhere").status == 2)
  }
}
