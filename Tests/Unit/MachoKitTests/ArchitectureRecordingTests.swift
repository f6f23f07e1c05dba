import Testing

/// Sessions with any kind of store are recorded as scripts that pass, by every means of recording.
@Suite struct `A session with each architecture` {
  /// Effects, stubs, time, a late answer, an error, undo and redo, mistakes, Japanese.
  private static let list = """
    send appeared
    stub gitHub.searchRepositories("c") pending
    stub gitHub.searchRepositories("ca") throws error("圏外")
    stub gitHub.searchRepositories("cat") -> [Repository(id: 3, fullName: "cat/猫", stargazersCount: 3, htmlURL: URL("https://github.com/cat/cat"))] after 200ms
    send queryChanged("c")
    advance 299ms
    effects
    advance 1ms
    effects
    answer gitHub.searchRepositories("c") -> []
    send queryChanged("ca")
    advance
    send errorDismissed
    send queryChanged("cat")
    advance 400ms
    undo
    redo
    undo 2
    redo
    send retryButtonTapped
    sned x
    send appeard
    advance 1s
    expect names.count == 1
    expect names.count == 2
    history
    state

    """

  private static let timeline = """
    send fetchTimeline
    stub twitter.countTweets("Blob") -> 42 after 1s
    send LoginAction(name: "Blob")
    send LoginAction
    effects
    advance 1s
    stub twitter.timeline("Blob") pending
    send fetchTimeline
    answer twitter.timeline("Blob") -> [Tweet(id: 1, author: "ブロブ", text: "\"こんにちは\"")]
    send rename("Blob Jr.")
    undo 2
    redo 2
    send AppOpenedAction()
    send fetchTimeline
    send ForceLogoutAction()
    undo
    history
    state

    """

  private static let boot = """
    stub dataStore.get(.hasCompletedTutorial) -> false
    send splashAppeared
    advance 1s
    effects
    advance 1s
    stub dataStore.save(_, _) throws error("read-only"), then ()
    send tutorialCompleted
    send tutorialCompleted
    undo
    redo
    send tutorialCompletd
    state

    """

  private static let dataStore = """
    send get(.hasCompletedTutorial)
    send save(.hasCompletedTutorial, true)
    send get(.hasCompletedTutorial)
    undo 2
    redo 2
    send get(.nothing)
    state

    """

  private static let ports = """
    send received(something: 10)
    send received(something: "ten")
    send received(something: -1)
    undo 2
    redo 2
    history

    """

  private static let sessions =
    Gallery.variants.map { ($0, list) } + [
      ("timeline", timeline), ("boot", boot), ("data-store", dataStore), ("ports", ports),
    ]

  private func expectPass(_ sandbox: Sandbox, _ file: String) throws -> String {
    let recording = try sandbox.read(file)
    let test = try sandbox.run(.macho, "test", "--strict", file)
    #expect(test.status == 0, "\(test.output)\(recording)")
    return recording
  }

  @Test(arguments: sessions)
  func `is recorded by --record as a passing script`(feature: String, lines: String) throws {
    let sandbox = try Sandbox()
    let repl = try sandbox.run(
      .macho, "repl", feature, "--record", "session.macho", input: .text(lines))
    #expect(repl.status == 1, "one of the lines is a mistake")
    let recording = try expectPass(sandbox, "session.macho")
    #expect(recording.hasPrefix("#!macho 1\nfeature \(feature)\n"))
    // Received actions are asserted, and undone and redone actions have the same result.
    #expect(recording.contains("\nreceive ") || feature == "data-store")
    #expect(recording.contains("\nundo 2\n") || feature == "boot")
  }

  @Test(arguments: sessions)
  func `is recorded from its middle and saved as a whole`(
    feature: String, lines: String
  ) throws {
    var lines = lines.split(separator: "\n").map(String.init)
    lines.insert("record start middle.macho", at: lines.count / 2)
    lines += ["record stop", "save whole.macho"]
    let sandbox = try Sandbox()
    let repl = try sandbox.run(
      .macho, "repl", feature, input: .text(lines.joined(separator: "\n") + "\n"))
    #expect(!repl.output.contains("unwritable"))
    _ = try expectPass(sandbox, "middle.macho")
    _ = try expectPass(sandbox, "whole.macho")
  }

  @Test(arguments: ["undo", "history", "diff 1", "effects", "goto 1", "branch", "replay 0 1"])
  func `is recorded from its beginning if a line needs the history`(line: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run(
      .externalWorkDriver, "repl", "courier",
      input: .text("send heard(\"a\")\nrecord start session.macho\nsend nap(5)\n\(line)\n"))
    let recording = try sandbox.read("session.macho")
    #expect(recording.hasPrefix("#!macho 1\nfeature courier\nsend heard(\"a\")\n"))
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
  }

  @Test(arguments: sessions)
  func `is printed by run as a passing script, which is a fixed point`(
    feature: String, lines: String
  ) throws {
    let sandbox = try Sandbox(["lines.macho": "feature \(feature)\ncontext preview\n" + lines])
    let first = try sandbox.run(.macho, "run", "lines.macho").output
    try sandbox.write(first, to: "first.macho")
    _ = try expectPass(sandbox, "first.macho")
    #expect(try sandbox.run(.macho, "run", "first.macho").output == first)
  }
}
