import Composable
import Foundation
import MachoAdapters
import MachoSessions
import Synchronization
import Testing

/// A history that is too long to retain all states.
@Suite struct LongHistoryTests {
  private struct Pile: Reducer {
    struct State: Equatable {
      var count = 0
      var last: UUID?
    }

    enum Action {
      case add(Int)
      case stamp
      case note
      case replace(State?)
    }

    @Dependency(\.uuid) var uuid
    let runs: @Sendable () -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        runs()
        switch action {
        case .add(let number): state.count += number
        case .stamp: state.last = uuid()
        case .note: reportIssue("noted")
        case .replace(let other): state = other ?? state
        }
        return .none
      }
    }
  }

  private let runs = Runs()
  private let session: Session

  private final class Runs: Sendable {
    let count = Atomic(0)
  }

  init() {
    let runs = runs
    session = Session(
      catalog: [
        Feature("pile", start: Pile.State()) {
          Pile { runs.count.wrappingAdd(1, ordering: .relaxed) }
        }
      ], receiveMode: .onReceive)
    _ = session.run("feature pile")
    _ = session.run("stub uuid -> incrementing")
  }

  @Test func `Each state can be restored, even if the reducer read a dependency`() {
    for number in 1...2_000 {
      #expect(session.passes(number % 7 == 0 ? "send stamp" : "send add(\(number))"))
    }
    func count(after actions: Int) -> Int {
      (1...actions).filter { $0 % 7 != 0 }.reduce(0, +)
    }
    for place in [1, 6, 7, 8, 700, 699, 1_400, 1_999, 2_000, 350] {
      #expect(session.passes("goto \(place)", "expect count == \(count(after: place))"))
      let stamps = place / 7
      #expect(
        session.passes(stamps == 0 ? "expect last == nil" : "expect last == UUID(\(stamps - 1))"))
    }
    // Restoring did not call the dependency.
    #expect(session.passes("send stamp", "expect last == UUID(\(2_000 / 7))"))
  }

  @Test func `The reducer runs again only for discarded states`() {
    for _ in 0..<400 { _ = session.run("send add(1)") }
    #expect(session.passes("undo 300", "redo 300", "diff 3 300"))
    #expect(runs.count.load(ordering: .relaxed) == 400)
    for _ in 0..<1_000 { _ = session.run("send add(1)") }
    let afterwards = runs.count.load(ordering: .relaxed)
    #expect(afterwards > 1_400 && afterwards <= 2_800)
    #expect(session.passes("goto 777", "expect count == 777", "undo", "expect count == 776"))
  }

  @Test func `An issue is reported when the action is sent, not when it is recomputed`() {
    for _ in 0..<1_000 { #expect(session.code("send note") == "issue") }
    for _ in 0..<1_000 { #expect(session.passes("send add(1)")) }
    #expect(session.passes("goto 900", "goto 1", "goto 1500", "expect count == 500"))
  }
}
