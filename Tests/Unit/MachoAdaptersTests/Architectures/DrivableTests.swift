import Composable
import Dispatch
import MachoAdapters
import MachoArchitectures
import MachoSessions
import Testing

private struct Tally: Equatable, Sendable { var number = 0 }

/// An Elm-like loop: a model, messages, and commands that end in messages.
private final class Loop: Drivable, Sendable {
  enum Message: Equatable, Sendable {
    case tick, load, wait, leave
    case loaded(Int)
  }

  private let model: Observed<Tally>
  private let stage: DrivableContext<Message>
  private let services = Services()

  init(_ model: Tally, _ stage: DrivableContext<Message>) {
    self.stage = stage
    self.model = Observed(model)
  }

  var state: Tally { model.value }

  func send(_ message: Message) {
    switch message {
    case .tick: model.update { $0.number += 1 }
    case .load:
      stage.work.start("load", replacing: true) { [self] in
        send(.loaded(try await services.numbers.next("load")))
      }
    case .wait:
      stage.work.start { [self] in
        try await services.clock.sleep(for: .seconds(1))
        send(.tick)
      }
    case .leave:
      stage.work.start { [self] in
        // A dispatch queue is no part of the store.
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async { continuation.resume() }
        }
        send(.tick)
      }
    case .loaded(let number): model.update { $0.number = number }
    }
    stage.didHandle(message)
  }
}

@Suite struct DrivableTests {
  private func loop() -> Session {
    let feature = Feature(
      "loop", start: Tally(number: 5), takes: Loop.Message.self,
      stubs: [Stub("numbers.next", \.numbers.next)]
    ) {
      Loop($0, $1)
    }
    let session = Session(catalog: [feature], taking: .onReceive)
    _ = session.run("feature loop")
    return session
  }

  @Test func `what is sent is not received again, what comes of it is`() {
    let session = loop()
    #expect(
      session.passes(
        "send tick", "expect number == 6", "stub numbers.next -> 9", "send load",
        "receive loaded(9)",
        "expect number == 9", "finish"))
  }

  @Test func `work is seen with its origin and place, and time is the script's`() {
    let session = loop()
    #expect(session.passes("send wait"))
    guard case .effects(let effects)? = session.run("effects").events.first else {
      Issue.record("no effects")
      return
    }
    #expect(effects.map(\.origin) == ["wait"])
    #expect(effects.map(\.name) == ["run"])
    #expect(effects.map(\.status) == [.asleep(.seconds(1))])
    #expect(effects.first?.location.hasPrefix("DrivableTests.swift:") == true)
    #expect(session.code("finish") == "running-effects")
    #expect(session.passes("advance 1s", "receive tick", "finish"))
  }

  @Test func `a call that nobody stubbed fails by name and can be answered`() {
    let session = loop()
    #expect(session.code("send load") == "unstubbed")
    #expect(session.passes("answer numbers.next -> 3", "receive loaded(3)", "finish"))
  }

  @Test func `an error that work does not handle fails the line`() {
    let session = loop()
    #expect(session.passes("stub numbers.next throws error(\"x\")"))
    let failure = session.run("send load").failure
    #expect(failure?.code == "effect-failed")
    #expect(failure?.notes.last == "catch it there:  do { ... } catch { ... }")
  }

  @Test func `a piece of work that replaces another cancels it`() {
    let session = loop()
    #expect(session.passes("stub numbers.next pending", "send load", "send load"))
    #expect(session.passes("answer numbers.next -> 3", "receive loaded(3)", "finish"))
  }

  @Test func `two runs of the same lines say the same`() {
    func run() -> String {
      let session = loop()
      let lines = [
        "stub numbers.next pending", "send wait", "send load", "advance 400ms", "send wait",
        "answer numbers.next -> 3", "receive loaded", "effects", "undo 2", "advance 600ms",
        "receive tick", "history",
      ]
      return lines.map { "\(session.run($0).events)" }.joined(separator: "\n")
    }
    #expect(run() == run())
  }
}

@Suite struct ReplayTests {
  private func loop() -> Session {
    let feature = Feature(
      "loop", start: Tally(), takes: Loop.Message.self,
      stubs: [Stub("numbers.next", \.numbers.next)]
    ) {
      Loop($0, $1)
    }
    let session = Session(catalog: [feature], taking: .onReceive)
    _ = session.run("feature loop")
    return session
  }

  @Test func `undo replays the object from the start, and redo does too`() {
    let session = loop()
    #expect(session.passes("send tick", "send tick", "send tick", "undo 2", "expect number == 1"))
    #expect(session.passes("redo", "expect number == 2", "send tick", "expect number == 3"))
    #expect(session.passes("undo 3", "expect number == 0", "finish"))
    #expect(session.code("undo") == "nothing-to-undo")
  }

  @Test func `what stubs answered is answered again, and their series goes on`() {
    let session = loop()
    #expect(session.passes("stub numbers.next -> 7, then 8, then 9"))
    #expect(session.passes("send load", "receive loaded(7)", "send load", "receive loaded(8)"))
    #expect(session.passes("undo", "expect number == 7", "undo", "expect number == 7", "send tick"))
    #expect(session.passes("expect number == 8", "send load", "receive loaded(9)", "finish"))
  }

  @Test func `a point is gone to on the way that was gone, and on no other`() {
    let session = loop()
    #expect(session.passes("send tick", "mark one", "send tick", "goto 0", "expect number == 0"))
    #expect(session.passes("goto one", "expect number == 1", "goto 2", "expect number == 2"))
    // Nothing was done in the new branch yet, so the old one's end can still be replayed.
    #expect(session.passes("goto one", "branch other", "goto main", "expect number == 2"))
    #expect(session.passes("goto other", "expect number == 1", "send tick", "send tick"))
    #expect(session.code("goto main") == "not-supported")
    #expect(session.passes("expect number == 3", "undo 2", "branch third", "expect number == 1"))
    #expect(session.code("goto main") == "not-supported")
    #expect(session.passes("goto other", "expect number == 3", "goto 0", "finish"))
  }

  @Test func `a call that was pending before is pending again, and answered once`() {
    let session = loop()
    #expect(session.passes("stub numbers.next pending", "send load", "send tick", "send tick"))
    #expect(session.passes("undo 2", "expect number == 0", "answer numbers.next -> 4"))
    #expect(
      session.passes("receive loaded(4)", "send tick", "undo", "expect number == 4", "finish"))
    #expect(session.code("answer numbers.next -> 4") == "no-pending-call")
  }

  @Test func `a call that was answered after the moment is over`() {
    let session = loop()
    #expect(session.passes("stub numbers.next pending", "send load", "send tick"))
    #expect(session.passes("answer numbers.next -> 4", "receive loaded(4)", "undo"))
    #expect(session.passes("expect number == 1", "finish"))
  }

  @Test func `effects born later are cancelled, and the clock goes back with the rest`() {
    let session = loop()
    #expect(session.passes("send wait", "advance 400ms", "send tick", "send wait"))
    #expect(session.passes("advance 600ms", "receive tick", "undo", "expect number == 1"))
    // The first to wait has woken, so it is over; the second goes on from where it was.
    #expect(session.passes("undo 2", "expect number == 0", "advance 5s", "finish"))
  }

  @Test func `a step in the middle of a line can be undone, if not in the middle of a turn`() {
    let session = loop()
    #expect(session.passes("stub numbers.next -> 7", "send load", "receive loaded(7)"))
    #expect(
      session.passes("undo", "expect number == 0", "send tick", "expect number == 1", "undo 2"))
    #expect(session.passes("expect number == 0", "finish"))
  }

  @Test func `a stub in between hinders no redo, time that passes does`() {
    let session = loop()
    #expect(session.passes("send tick", "send tick", "undo", "stub numbers.next -> 1", "redo"))
    #expect(session.passes("expect number == 2", "undo", "advance 1s"))
    #expect(session.code("redo") == "not-supported")
    #expect(session.passes("expect number == 1", "send load", "receive loaded(1)", "finish"))
  }

  @Test func `what came from outside is not replayed`() {
    let session = loop()
    #expect(session.passes("send tick", "send leave"))
    #expect(session.code("expect number == 1") == "outside-world")
    #expect(session.passes("settle within 10s", "receive tick", "expect number == 2"))
    #expect(session.code("undo") == "not-supported")
    #expect(session.passes("expect number == 2", "finish"))
  }
}
