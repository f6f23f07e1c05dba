import MachoSessions
import Testing

@Suite struct ComposableStoreTests {
  @Test("only 'advance' moves the clock, and effects show their deadline")
  func virtualTime() {
    let session = stopwatch()
    #expect(session.passes("send start"))
    guard case .effects(let effects)? = session.run("effects").events.first else {
      Issue.record("no effects")
      return
    }
    #expect(effects.map(\.name) == ["ticking"])
    #expect(effects.map(\.origin) == ["start"])
    #expect(effects.first?.location.file == "StopwatchFeature.swift")
    #expect(effects.map(\.status) == [.asleep(.seconds(1))])
    #expect(
      session.passes("advance 2500ms", "receive ticked", "receive ticked", "expect ticks == 2"))
    #expect(session.code("receive ticked") == "not-received")
    #expect(session.code("finish") == "running-effects")
    #expect(session.passes("send stop", "finish"))
  }

  @Test("effects show their age by the test clock")
  func ages() {
    let session = stopwatch()
    func ages() -> [Duration] {
      guard case .effects(let effects)? = session.run("effects").events.first else { return [] }
      return effects.map(\.age)
    }
    #expect(session.passes("advance 5s", "send start"))
    #expect(ages() == [.zero])
    #expect(session.passes("advance 250ms"))
    #expect(ages() == [.milliseconds(250)])
    _ = session.run("send save")
    #expect(session.passes("advance 500ms"))
    #expect(ages() == [.milliseconds(750), .milliseconds(500)])
  }

  @Test("an action of a synchronous effect is received after the one that caused it")
  func sentSynchronously() {
    let session = stopwatch()
    #expect(
      session.passes("send chain", "expect ticks == 0", "receive ticked", "expect ticks == 1"))
  }

  @Test("a call without a stub fails with its name and the line that stubs it")
  func unstubbed() {
    let session = stopwatch()
    let failure = session.run("send save").failure
    #expect(failure?.code == "unstubbed")
    #expect(
      failure?.notes == [
        #"stub it first:  stub archive.save("stopwatch", 0) -> "...""#,
        #"or answer now:  answer archive.save("stopwatch", 0) -> "...""#,
      ])
    #expect(
      session.passes(
        #"answer archive.save("stopwatch", 0) -> "done""#, "receive saved.success",
        #"expect note == "done""#, "finish"))
  }

  @Test("stubs respond with values, errors, series and delays; the most exact one wins")
  func stubs() {
    let session = stopwatch()
    #expect(
      session.passes(
        #"stub archive.save(_, 0) -> "first", then throws error("full"), then "third" after 2s"#,
        #"stub archive.save(_, _) -> "other""#,
        "send save", #"receive saved(.success("first"))"#,
        "send save", "receive saved.failure", #"expect note == "not saved: full""#,
        "send save", "advance 1s"))
    #expect(session.code("receive saved") == "not-received")
    #expect(session.passes("advance 1s", #"receive saved.success("third")"#))
    #expect(session.code("finish") == "unused-stub")
    #expect(session.passes("send chain", "receive ticked", "send save", "receive saved"))
    #expect(session.passes(#"expect note == "other""#, "finish"))
  }

  @Test("a pending call completes later, in the order of the calls")
  func pending() {
    let session = stopwatch()
    #expect(session.passes("stub archive.rate pending", "send rate", "send rate"))
    #expect(session.passes("answer archive.rate -> 7", "receive rated(7)"))
    #expect(session.passes("answer archive.rate() -> 8", "receive rated(8)", "finish"))
    #expect(session.code("answer archive.rate -> 9") == "no-pending-call")
  }

  @Test("uuid can be stubbed without registration, and has no stub by default")
  func uuid() {
    let session = stopwatch()
    #expect(session.code("send stamp") == "unstubbed")
    #expect(session.passes("stub uuid -> incrementing", "send stamp", "send stamp"))
    #expect(session.passes("expect ids[1] == UUID(0)", "expect ids[2] == UUID(1)"))
  }

  @Test("a preview uses its preview values until a stub replaces them")
  func preview() {
    let session = stopwatch(context: .preview)
    #expect(session.passes("send save", "receive saved", #"expect note contains "preview of""#))
    #expect(session.passes(#"stub archive.save -> "x""#, "send save", "receive saved"))
    #expect(session.passes(#"expect note == "x""#, "send stamp", "expect ids == [UUID(0)]"))
  }

  @Test("a reported issue fails the running line")
  func issues() {
    let session = stopwatch()
    let failure = session.run("send complain").failure
    #expect(failure?.code == "issue")
    #expect(failure?.message == "the stopwatch is tired")
    #expect(session.code("send fail") == "effect-failed")
    #expect(session.passes("send chain"))
  }

  @Test("undo cancels the effects that started later, and keeps the earlier ones")
  func undo() {
    let session = stopwatch()
    #expect(session.passes("stub archive.rate pending", "send rate", "send start"))
    #expect(session.passes("advance 1s", "receive ticked", "undo 2"))
    #expect(session.passes("expect ticks == 0", "answer archive.rate -> 5", "receive rated"))
    #expect(session.passes("finish"))
  }

  @Test("a shared effect stays in flight on both branches, and others are cancelled")
  func branches() {
    let session = stopwatch()
    #expect(session.passes("send start", "branch other", "advance 1s", "receive ticked"))
    #expect(session.passes("stub archive.rate pending", "send rate", "goto main"))
    #expect(session.code("answer archive.rate -> 5") == "no-pending-call")
    #expect(session.passes("expect ticks == 0", "advance 1s", "receive ticked", "goto other"))
    #expect(session.passes("expect ticks == 1", "send stop", "finish"))
  }

  @Test("'start' keeps the stubs, sets the state and cancels the effects")
  func start() {
    let session = stopwatch()
    #expect(session.passes("stub archive.rate -> 3", "send start", "start State(ticks: 9)"))
    #expect(session.passes("expect ticks == 9", "expect isRunning", "send rate", "receive rated"))
    #expect(session.passes("finish"))
  }

  @Test("at a prompt a received action is applied immediately, with its 'receive' line")
  func prompt() {
    let session = stopwatch(receiveMode: .immediate)
    #expect(session.passes("stub archive.save throws error(\"full\")"))
    let outcome = session.run("send save")
    guard case .received(let action, let change, _)? = outcome.received.first else {
      Issue.record("nothing was received")
      return
    }
    #expect(action == #"saved.failure(error("full"))"#)
    #expect(change?.text.contains("+   note: \"not saved: full\"") == true)
  }
}
