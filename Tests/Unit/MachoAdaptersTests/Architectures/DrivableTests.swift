import Composable
import Foundation
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

  /// Lets the external work of `leave` finish.
  static let canReturn = DispatchSemaphore(value: 0)

  private let model: Observed<Tally>
  private let context: DrivableContext<Message>
  private let services = Services()

  init(_ model: Tally, _ context: DrivableContext<Message>) {
    self.context = context
    self.model = Observed(model)
  }

  var state: Tally { model.value }

  func send(_ message: Message) {
    switch message {
    case .tick: model.update { $0.number += 1 }
    case .load:
      context.tasks.start("load", replacing: true) { [self] in
        send(.loaded(try await services.numbers.next("load")))
      }
    case .wait:
      context.tasks.start { [self] in
        try await services.clock.sleep(for: .seconds(1))
        send(.tick)
      }
    case .leave:
      context.tasks.start { [self] in
        // A thread is external work. A dispatch queue could wait for other tests to end.
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            // The task has suspended by then: an early resumption would not enqueue an external job.
            Self.canReturn.wait()
            continuation.resume()
          }
        }
        send(.tick)
      }
    case .loaded(let number): model.update { $0.number = number }
    }
    context.didHandle(message)
  }
}

/// A value that does not equal itself.
private final class Gauge: Drivable, Sendable {
  struct Reading: Equatable, Sendable { var level = 0.0 }
  enum Message: Equatable, Sendable {
    case lose
    case find(Double)
    case look
  }

  private let reading: Observed<Reading>
  private let context: DrivableContext<Message>

  init(_ reading: Reading, _ context: DrivableContext<Message>) {
    self.context = context
    self.reading = Observed(reading)
  }

  var state: Reading { reading.value }

  func send(_ message: Message) {
    switch message {
    case .lose: reading.update { $0.level = .nan }
    case .find(let level): reading.update { $0.level = level }
    case .look: context.tasks.start { [self] in send(.find(.nan)) }
    }
    context.didHandle(message)
  }
}

@Suite struct DrivableTests {
  @Test func `NaN is no change of its own`() {
    let feature = Feature("gauge", start: Gauge.Reading(), receives: Gauge.Message.self) {
      Gauge($0, $1)
    }
    let session = Session(catalog: [feature], receiveMode: .onReceive)
    #expect(session.passes("feature gauge", "send lose", "send lose", "finish"))
    #expect(session.passes("send find(2)", "undo", "redo", "expect level == 2", "finish"))
    #expect(session.passes("send look", "receive find(.nan)", "finish"))
  }

  @Test func `'start' fails if the feature does not take over a part that it sets`() {
    let feature = Feature("loop", start: Tally(number: 5), receives: Loop.Message.self) {
      Loop(Tally(number: min($0.number, 9)), $1)
    }
    let session = Session(catalog: [feature], receiveMode: .onReceive)
    #expect(session.passes("feature loop", "start Tally(number: 7)", "expect number == 7"))
    let failure = session.run("start Tally(number: 10)").failure
    #expect(failure?.code == "start-ignored")
    #expect(failure?.message == "the feature ignores 10: 'number' is 9")
    #expect(session.passes("expect number == 9", "start", "expect number == 5", "finish"))
  }

  private func loop() -> Session {
    let feature = Feature(
      "loop", start: Tally(number: 5), receives: Loop.Message.self,
      stubs: [Stub("numbers.next", \.numbers.next)]
    ) {
      Loop($0, $1)
    }
    let session = Session(catalog: [feature], receiveMode: .onReceive)
    _ = session.run("feature loop")
    return session
  }

  @Test func `a sent action is not received, but its consequences are`() {
    let session = loop()
    #expect(
      session.passes(
        "send tick", "expect number == 6", "stub numbers.next -> 9", "send load",
        "receive loaded(9)",
        "expect number == 9", "finish"))
  }

  @Test func `work is an effect with origin and location, and uses the test clock`() {
    let session = loop()
    #expect(session.passes("send wait"))
    guard case .effects(let effects)? = session.run("effects").events.first else {
      Issue.record("no effects")
      return
    }
    #expect(effects.map(\.origin) == ["wait"])
    #expect(effects.map(\.name) == ["run"])
    #expect(effects.map(\.status) == [.asleep(.seconds(1))])
    #expect(effects.first?.location.file == "DrivableTests.swift")
    #expect(session.code("finish") == "running-effects")
    #expect(session.passes("advance 1s", "receive tick", "finish"))
  }

  @Test func `a call without a stub fails with its name and can be answered`() {
    let session = loop()
    #expect(session.code("send load") == "unstubbed")
    #expect(session.passes("answer numbers.next -> 3", "receive loaded(3)", "finish"))
  }

  @Test func `an uncaught error of work fails the line`() {
    let session = loop()
    #expect(session.passes("stub numbers.next throws error(\"x\")"))
    let failure = session.run("send load").failure
    #expect(failure?.code == "effect-failed")
    #expect(failure?.notes.last == "catch it there:  do { ... } catch { ... }")
  }

  @Test func `work that replaces another cancels it`() {
    let session = loop()
    #expect(session.passes("stub numbers.next pending", "send load", "send load"))
    #expect(session.passes("answer numbers.next -> 3", "receive loaded(3)", "finish"))
  }

  @Test func `two runs of the same lines have the same output`() {
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
      "loop", start: Tally(), receives: Loop.Message.self,
      stubs: [Stub("numbers.next", \.numbers.next)]
    ) {
      Loop($0, $1)
    }
    let session = Session(catalog: [feature], receiveMode: .onReceive)
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

  @Test func `a replay repeats the responses of stubs, and their series continues`() {
    let session = loop()
    #expect(session.passes("stub numbers.next -> 7, then 8, then 9"))
    #expect(session.passes("send load", "receive loaded(7)", "send load", "receive loaded(8)"))
    #expect(
      session.passes(
        "undo 1 action", "expect number == 7", "undo 1 action", "expect number == 7", "send tick"))
    #expect(session.passes("expect number == 8", "send load", "receive loaded(9)", "finish"))
  }

  @Test func `only points on the path to the latest action can be restored`() {
    let session = loop()
    #expect(session.passes("send tick", "mark one", "send tick", "goto 0", "expect number == 0"))
    #expect(session.passes("goto one", "expect number == 1", "goto 2", "expect number == 2"))
    // The new branch has no actions yet, so the end of the old one can be replayed.
    #expect(session.passes("goto one", "branch other", "goto main", "expect number == 2"))
    #expect(session.passes("goto other", "expect number == 1", "send tick", "send tick"))
    #expect(session.code("goto main") == "not-supported")
    #expect(session.passes("expect number == 3", "undo 2", "branch third", "expect number == 1"))
    #expect(session.code("goto main") == "not-supported")
    #expect(session.passes("goto other", "expect number == 3", "goto 0", "finish"))
  }

  @Test func `a call that was pending is pending again, and completes once`() {
    let session = loop()
    #expect(session.passes("stub numbers.next pending", "send load", "send tick", "send tick"))
    #expect(session.passes("undo 2", "expect number == 0", "answer numbers.next -> 4"))
    #expect(
      session.passes("receive loaded(4)", "send tick", "undo", "expect number == 4", "finish"))
    #expect(session.code("answer numbers.next -> 4") == "no-pending-call")
  }

  @Test func `a call that completed after the point is cancelled`() {
    let session = loop()
    #expect(session.passes("stub numbers.next pending", "send load", "send tick"))
    #expect(session.passes("answer numbers.next -> 4", "receive loaded(4)", "undo"))
    #expect(session.passes("expect number == 1", "finish"))
  }

  @Test func `effects that started later are cancelled, and the clock is restored`() {
    let session = loop()
    #expect(session.passes("send wait", "advance 400ms", "send tick", "send wait"))
    #expect(session.passes("advance 600ms", "receive tick", "undo", "expect number == 1"))
    // The first effect has finished; the second one continues with its remaining time.
    #expect(session.passes("undo 2", "expect number == 0", "advance 5s", "finish"))
  }

  @Test func `a transition within a line can be undone, but not within a turn`() {
    let session = loop()
    #expect(session.passes("stub numbers.next -> 7", "send load", "receive loaded(7)"))
    #expect(
      session.passes(
        "undo 1 action", "expect number == 0", "send tick", "expect number == 1", "undo 2 actions"))
    #expect(session.passes("expect number == 0", "finish"))
  }

  @Test func `redo is possible after a stub, but not after an advance`() {
    let session = loop()
    #expect(session.passes("send tick", "send tick", "undo", "stub numbers.next -> 1", "redo"))
    #expect(session.passes("expect number == 2", "undo", "advance 1s"))
    #expect(session.code("redo") == "not-supported")
    #expect(session.passes("expect number == 1", "send load", "receive loaded(1)", "finish"))
  }

  @Test func `external work is not replayed`() {
    let session = loop()
    #expect(session.passes("send tick", "send leave"))
    #expect(session.code("expect number == 1") == "external-work")
    Loop.canReturn.signal()
    #expect(session.passes("settle within 10s", "receive tick", "expect number == 2"))
    #expect(session.code("undo 1 action") == "not-supported")
    #expect(session.passes("expect number == 2", "finish"))
  }
}
