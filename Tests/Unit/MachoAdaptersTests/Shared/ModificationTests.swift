import Composable
import Dispatch
import Foundation
import MachoAdapters
import MachoArchitectures
import MachoSessions
import Synchronization
import Testing

/// The state of the objects below.
struct Reading: Equatable, Sendable { var value = 0 }

/// An object whose tasks change the state without reporting it.
private final class Meter: Drivable, Sendable {
  enum Input: Equatable, Sendable { case start, both }

  private let reading: Observed<Reading>
  private let context: DrivableContext<Never>

  init(_ reading: Reading, _ context: DrivableContext<Never>) {
    self.reading = Observed(reading)
    self.context = context
  }

  var state: Reading { reading.value }

  func send(_ input: Input) {
    add(1)
    if input == .both { add(10) }
  }

  private func add(_ number: Int) {
    context.tasks.start { [reading] in
      await Task.yield()
      reading.update { $0.value += number }
    }
  }
}

/// An object whose state cannot be observed.
private final class Unobservable: Drivable {
  private var reading: Reading
  private let context: DrivableContext<Never>

  init(_ reading: Reading, _ context: DrivableContext<Never>) {
    self.reading = reading
    self.context = context
  }

  var state: Reading { reading }

  func send(_ input: Int) {
    // SAFETY: all work of the object runs on the session's thread.
    nonisolated(unsafe) let object = self
    context.tasks.start { object.reading.value += input }
  }
}

@Suite struct ModificationTests {
  @Test func `a change by a task of an object has the task's number`() {
    let feature = Feature("meter", start: Reading(), receives: Never.self) { Meter($0, $1) }
    let session = Session(catalog: [feature], receiveMode: .onReceive, context: .test)
    #expect(
      session.passes(
        "feature meter", "send start", "expect value == 0", "receive changed(by: #1)",
        "expect value == 1", "send both", "receive changed(by: #2)", "receive changed(by: #3)",
        "expect value == 12", "undo", "expect value == 1",
        "redo", "expect value == 12", "finish"))
  }

  @Test func `a change of what cannot be observed is by the outside`() {
    let feature = Feature("plain", start: Reading(), receives: Never.self) { Unobservable($0, $1) }
    let session = Session(catalog: [feature], receiveMode: .onReceive, context: .test)
    #expect(
      session.passes(
        "feature plain", "send 3", "receive changed(by: outside)", "expect value == 3", "finish"))
  }

  @Test(
    arguments: [
      ("modify count = 3, name = \"a\"", nil), ("modify count = $x", nil),
      ("modify children[0].count = 2", nil), ("modify count = \"x\"", "wrong-type"),
      ("modify children[0].count = \"x\"", "wrong-type"), ("modify plain = 1", "wrong-type"),
      ("modify count = 1, nothing = 2", "no-such-property"), ("modify count", "usage"),
    ] as [(String, String?)])
  func `a line is checked before it runs`(line: String, code: String?) throws {
    let feature = Feature("shared", start: SharedFeature.State()) { SharedFeature() }
    #expect(try Line(parsing: line).typeError(in: feature)?.code.rawValue == code)
  }

  @Test func `a hundred parallel sessions print the same`() {
    let lines = [
      "send startTimer", "advance 2s", "send changeThenSend", "send note(\"a\")", "undo 3",
      "send twoChanges", "redo", "history", "state", "start State(count: 4)", "send increment",
      "state",
    ]
    @Sendable func transcript() -> String {
      let session = sharedSession(receiveMode: .immediate)
      return lines.map { line in
        let outcome = session.run(line)
        return "\(outcome.events) \(outcome.received) \(outcome.failure.map { "\($0)" } ?? "")"
      }.joined(separator: "\n")
    }
    let expected = transcript()
    let differences = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 100) { _ in
      if transcript() != expected { differences.add(1, ordering: .relaxed) }
    }
    #expect(differences.load(ordering: .relaxed) == 0)
  }
}

/// A reducer that gives its shared value to a test.
private struct Lender: Reducer {
  struct State: Equatable { @Shared(.inMemory("lent")) var count = 0 }
  enum Action: Equatable, Sendable { case add }

  let lend: @Sendable (Shared<Int>) -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.$count.withLock { $0 += 1 }
    lend(state.$count)
    return .none
  }
}

@Suite struct `A thread beside a live store` {
  /// Sends an action, lets another thread set the shared value, and restores the start state.
  private func losesOrder(settingTo number: Int) throws -> Bool {
    let lent = Mutex<Shared<Int>?>(nil)
    let feature = Feature("lender", start: Lender.State()) {
      Lender { value in lent.withLock { $0 = value } }
    }
    let stubs = StubTable()
    let store = feature.open(feature.startState, in: .live, stubs: stubs)
    store.send(Lender.Action.add)
    let value = try #require(lent.withLock { $0 })
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      value.withLock { $0 = number }
      done.signal()
    }
    done.wait()
    _ = try store.restore(
      to: RestorePoint(state: feature.startState, transitionCount: 0, lastEffectID: 0))
    // Otherwise the job that accepts the change stays in the queue, and keeps its executor.
    store.poll()
    store.close()
    return stubs.takeLiveEvents().contains { if case .orderLost = $0 { true } else { false } }
  }

  @Test func `a change that time travel drops is recorded as a lost order`() throws {
    #expect(try losesOrder(settingTo: 7))
    // The value that it has.
    #expect(try !losesOrder(settingTo: 1))
  }
}
