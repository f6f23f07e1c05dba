import Testing

/// What an app's `.recording(to:)` wrote becomes a script.
@Suite struct `The import of an app's recording` {
  private static let recording = """
    #!macho 1
    # recorded by an app
    feature courier
    start Courier.State(
      letters: [],
      failures: [],
      stamps: [],
      ids: [],
      dice: [],
      naps: 0
    )
    send Courier.Action.getLater("a", 5)
    send Courier.Action.get("b")
    stub uuid -> UUID("00000000-0000-0000-0000-000000000007")
    send Courier.Action.got("letter b")
    stub date.now -> Date(timeIntervalSinceReferenceDate: 0.0), then Date(timeIntervalSinceReferenceDate: 1.5)
    stub random -> 3
    send Courier.Action.stamp
    send Courier.Action.listen("rain")
    send Courier.Action.heard("rain at once")

    """

  @Test func `is a script that passes, in which the dependencies' calls wait`() throws {
    let sandbox = try Sandbox(["app.macho": Self.recording])
    let imported = try sandbox.run(.externalWorkDriver, "import", "app.macho")
    // Of a synchronous endpoint nothing is known: that one line says so.
    #expect(imported.status == 1)
    let script = imported.output
    #expect(
      script.hasPrefix("#!macho 1\nfeature courier\nstub web.get pending\nstub web.news pending\n"))
    #expect(script.contains("\n! [unstubbed] send Courier.Action.got(\"letter b\")\n"))
    #expect(script.contains("\n| +     [0]: UUID(00000000-0000-0000-0000-000000000007)\n"))
    #expect(script.hasSuffix("waits for an element of web.news(\"rain\")\n"))
    try sandbox.write(script, to: "script.macho")
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "script.macho")
    #expect(test.status == 0, "\(test.output)\(script)")
  }

  @Test func `receives what the feature's effects send here too, and sends the rest`() throws {
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
    #expect(!script.contains("\nsend Hops.Action.logged(\"child 0\")\n"))
    #expect(script.contains("\nsend Hops.Action.logged(\"from elsewhere\")\n"))
    try sandbox.write(script, to: "script.macho")
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "script.macho")
    #expect(test.status == 0, "\(test.output)\(script)")
  }

  @Test func `of what is no recording says where`() throws {
    let sandbox = try Sandbox(["app.macho": "feature hops\nsend (\n"])
    let imported = try sandbox.run(.externalWorkDriver, "import", "app.macho")
    #expect(imported.status == 2)
    #expect(imported.errors.contains("app.macho:2"))
    #expect(try sandbox.run(.externalWorkDriver, "import", "nowhere").status == 2)
  }
}
