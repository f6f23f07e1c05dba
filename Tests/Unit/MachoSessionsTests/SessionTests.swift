import MachoSessions
import Testing

@Suite struct SessionTests {
  @Test("an action is read as the feature's type, and its diff is returned")
  func sendShowsDiff() {
    let session = tally()
    let outcome = session.run("send add(3)")
    #expect(outcome.failure == nil)
    #expect(outcome.events == [.changed("- 0\n+ 3")])
  }

  @Test("an action without state changes has an empty diff")
  func sendWithoutChange() {
    #expect(tally().run("send add(0)").events == [.changed(nil)])
  }

  @Test(
    "every kind of wrong input has a code",
    arguments: [
      ("frobnicate", "unknown-verb"), ("send", "usage"), ("send ad(1)", "no-such-case"),
      ("send add(\"x\")", "wrong-type"), ("send add", "missing-argument"),
      ("send add(1", "unclosed"), ("feature nope", "no-such-feature"), ("feature", "usage"),
      ("context nope", "usage"), ("expect cout == 1", "no-such-property"), ("expect", "usage"),
      ("expect count == 7", "expect-failed"), ("receive added", "not-received"),
      ("receive nope", "no-such-case"), ("undo", "nothing-to-undo"), ("undo x", "usage"),
      ("undo 99999999999999999999", "out-of-range"),
      ("advance 9999999999999999999999s", "out-of-range"),
      ("settle within 9999999999999999999h", "out-of-range"),
      ("advance 0.0000000000000000001s", "out-of-range"), ("\u{FEFF}state", "byte-order-mark"),
      ("goto", "usage"), ("goto -1", "usage"), ("goto 1", "no-such-entry"),
      ("goto 99999999999999999999", "no-such-entry"), ("goto nowhere", "no-such-point"),
      ("diff nowhere", "no-such-point"), ("mark", "usage"), ("mark 1st", "usage"),
      ("mark main", "name-taken"), ("branch main", "name-taken"), ("branch a b", "usage"),
      ("replay 0 1", "no-such-entry"), ("replay on", "usage"), ("replay 0 0 0", "usage"),
      ("replay on State(cout: 1)", "no-such-property"), ("watch cout", "no-such-property"),
      ("ignore nope", "no-such-case"), ("timing maybe", "usage"),
      ("redo", "nothing-to-redo"), ("advance", "no-deadline"), ("advance -1s", "out-of-range"),
      ("settle", "usage"), ("skip", "usage"), ("stub", "usage"), ("schedule", "not-supported"),
      ("schedule 0", "usage"), ("schedule random", "usage"), ("schedule 1 x", "usage"),
      ("stub nope -> 1", "no-such-endpoint"), ("stub uuid pending", "not-supported"),
      ("stub uuid throws error(\"x\")", "not-supported"),
      ("answer library.search(_, _) -> []", "no-pending-call"), ("exhaustive maybe", "usage"),
      ("help nope", "unknown-verb"), ("[nope] state", "unknown-condition"), ("[linux", "bad-line"),
      ("! ", "bad-line"), ("finish now", "usage"),
    ])
  func wrongInput(line: String, code: String) {
    #expect(tally().run(line).failure?.code.rawValue == code)
  }

  @Test("wrong arguments are reported even if no feature is open")
  func usageComesFirst() {
    let session = Session(catalog: [], receiveMode: .onReceive)
    for line in [
      "send", "receive", "expect", "settle", "settle 2s", "skip", "skip all", "stub", "stub a",
      "stub a ->", "answer a", "undo 0", "redo x", "feature", "context x", "finish it",
      "history all", "effects 1", "quit now", "exhaustive", "strict maybe",
    ] {
      #expect(session.run(line).failure?.code == "usage", "\(line)")
    }
  }

  @Test("'help codes' lists every code of a session, once")
  func codesAreListed() {
    let listed = Set(DiagnosticCode.all.map(\.code))
    #expect(listed.count == DiagnosticCode.all.count)
    for code: DiagnosticCode in ["unknown-verb", "usage", "no-such-case", "wrong-type"] {
      #expect(listed.contains(code))
    }
  }

  @Test("a mistyped action has a position and a suggestion")
  func suggestion() {
    let failure = tally().run("send addd(1)").failure
    #expect(failure?.range?.lowerBound == 5)
    #expect(failure?.candidates.first?.hasPrefix("add") == true)
  }

  @Test("'!' turns a failure into a pass, and a pass into a failure")
  func expectedFailures() {
    let session = tally()
    #expect(session.run("! expect count == 1").failure == nil)
    #expect(session.run("! [expect-failed] expect count == 1").failure == nil)
    #expect(session.run("! [usage] expect count == 1").failure?.code == "wrong-failure")
    #expect(session.run("! expect count == 0").failure?.code == "unexpected-pass")
  }

  @Test("a condition that is not satisfied skips the line")
  func conditions() {
    let session = tally()
    #expect(session.run("[feature:nope] send add(1)").wasSkipped)
    #expect(session.run("[!feature:nope] send add(1)").events == [.changed("- 0\n+ 1")])
    #expect(session.run("[env:NOBODY_SETS_THIS] frobnicate").wasSkipped)
  }

  @Test("in a test 'receive' must assert a received action before the next 'send'")
  func received() {
    let session = tally()
    _ = session.run("send addLater(2)")
    _ = session.run("advance 1s")
    #expect(session.run("expect count == 0").failure == nil)
    #expect(session.run("send add(1)").failure?.code == "unasserted-action")
    #expect(session.run("receive added(3)").failure?.code == "not-received")
    #expect(session.run("receive added").events == [.changed("- 0\n+ 2")])
    #expect(session.run("finish").failure == nil)
  }

  @Test("at a prompt a received action is applied immediately, and 'receive' asserts it once")
  func appliedImmediately() {
    let session = tally(receiveMode: .immediate)
    _ = session.run("send addLater(2)")
    let outcome = session.run("advance 1s")
    #expect(outcome.received == [.received(action: "added(2)", "- 0\n+ 2")])
    #expect(session.run("receive added(2)").events == [.asserted(action: "added(2)")])
    #expect(session.run("receive added(2)").failure?.code == "not-received")
  }

  @Test func `a received action has the pattern of its case if the change shows the payload`() {
    let session = tally(receiveMode: .immediate)
    session.findsCasePatterns = true
    _ = session.run("send addLater(2)")
    #expect(
      session.run("advance 1s").received == [
        .received(action: "added(2)", "- 0\n+ 2", casePattern: "added")
      ])
    _ = session.run("send addLater(3)")
    #expect(session.run("advance 1s").received == [.received(action: "added(3)", "- 2\n+ 5")])
  }

  @Test("'exhaustive off' skips received actions and reports them")
  func notExhaustive() {
    let session = tally()
    _ = session.run("exhaustive off")
    _ = session.run("send addLater(2)")
    _ = session.run("advance")
    let outcome = session.run("send add(1)")
    #expect(outcome.events == [.notice("skipped receive added(2)"), .changed("- 2\n+ 3")])
  }

  @Test("an effect in flight fails 'finish', and external work fails assertions of the state")
  func effectsLeft() {
    let session = tally()
    _ = session.run("send addLater(1)")
    #expect(session.run("finish").failure?.code == "running-effects")
    _ = session.run("send ask")
    #expect(session.run("expect count == 0").failure?.code == "external-work")
    #expect(session.run("settle within 1s").failure == nil)
    #expect(session.run("expect count == 0").failure == nil)
    _ = session.run("skip effects")
    #expect(session.run("finish").failure == nil)
  }

  @Test("a stub that is never called fails 'finish' by name")
  func unusedStub() {
    let session = tally()
    #expect(session.run(#"stub library.search("a, -> b", _) -> ["x"] after 1s"#).failure == nil)
    let failure = session.run("finish").failure
    #expect(failure?.code == "unused-stub")
    #expect(failure?.notes.first?.contains("library.search") == true)
  }

  @Test("undo and redo restore the state and cancel effects that started later")
  func timeTravel() {
    let session = tally()
    _ = session.run("send add(1)")
    _ = session.run("send addLater(5)")
    let undone = session.run("undo 2")
    #expect(undone.events.first == .changed("- 1\n+ 0"))
    #expect(undone.events.contains(.notice("cancelled #1 run, from addLater")))
    #expect(session.run("expect count == 0").failure == nil)
    #expect(
      session.run("redo").events
        == [.changed("- 0\n+ 1"), .notice("reapplied send add(1)")])
    _ = session.run("send add(1)")
    #expect(session.run("redo").failure?.code == "nothing-to-redo")
  }

  @Test("'start' overlays the registered start state")
  func start() {
    let session = tally()
    #expect(session.run("start State(count: 41)").failure == nil)
    #expect(session.run("expect count == 41").failure == nil)
    #expect(session.run("expect note == nil").failure == nil)
    #expect(session.run("expect isPositive").failure == nil)
  }

  @Test("each verb has a summary, details, a usage and a help page")
  func help() {
    for command in Command.all {
      let outcome = tally().run("help " + command.verb)
      #expect(outcome.failure == nil)
      #expect(!command.summary.isEmpty && !command.details.isEmpty && !command.usage.isEmpty)
    }
  }

  private func tally(receiveMode: Session.ReceiveMode = .onReceive) -> Session {
    let session = Session(catalog: [TallyFeature()], receiveMode: receiveMode)
    _ = session.run("feature tally")
    return session
  }
}
