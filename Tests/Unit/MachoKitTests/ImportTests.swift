import Testing

/// Converting an app's `.recording(to:)` file to a script.
@Suite struct `Importing an app's recording` {
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

  @Test func `prints a passing script with pending calls of dependencies`() throws {
    let sandbox = try Sandbox(["app.macho": Self.recording])
    let imported = try sandbox.run(.externalWorkDriver, "import", "app.macho")
    // The result of a synchronous endpoint is unknown; that single line fails.
    #expect(imported.status == 1)
    let script = imported.output
    #expect(
      script.hasPrefix("#!macho 1\nfeature courier\nstub web.get pending\nstub web.news pending\n"))
    #expect(script.contains("\n! [unstubbed] send Courier.Action.got(\"letter b\")\n"))
    #expect(script.contains("\n| +     [0]: UUID(00000000-0000-0000-0000-000000000007)\n"))
    #expect(script.contains("waits for an element of web.news(\"rain\")\n"))
    #expect(script.hasSuffix("| ignore them:  skip effects\n"))
    try sandbox.write(script, to: "script.macho")
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "script.macho")
    #expect(test.status == 0, "\(test.output)\(script)")
  }

  @Test func `receives actions that the effects send again and sends the others`() throws {
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

  @Test func `reports the location of a parse error`() throws {
    let sandbox = try Sandbox(["app.macho": "feature hops\nsend (\n"])
    let imported = try sandbox.run(.externalWorkDriver, "import", "app.macho")
    #expect(imported.status == 2)
    #expect(imported.errors.contains("app.macho:2"))
    #expect(try sandbox.run(.externalWorkDriver, "import", "nowhere").status == 2)
  }
}
