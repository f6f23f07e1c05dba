import Composable
import MachoAdapters
import MachoSessions
import MachoValues
import Testing

private struct Notes: Reducer {
  struct State: Equatable {}

  // As `@CasePathable` expands.
  enum Action: Equatable, CasePathIterable {
    case appeared
    case countChanged(Int)
    case closeTapped
    case doneTapped
    case nameChanged(String)

    struct AllCasePaths: Sendable, Sequence {
      var appeared: AnyCasePath<Action, Void> { AnyCasePath(Action.appeared) }
      var countChanged: AnyCasePath<Action, Int> { AnyCasePath(Action.countChanged) }
      var closeTapped: AnyCasePath<Action, Void> { AnyCasePath(Action.closeTapped) }
      var doneTapped: AnyCasePath<Action, Void> { AnyCasePath(Action.doneTapped) }
      var nameChanged: AnyCasePath<Action, String> { AnyCasePath(Action.nameChanged) }

      func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Action>]> {
        [\.appeared, \.countChanged, \.closeTapped, \.doneTapped, \.nameChanged].makeIterator()
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Suite struct `The order of actions` {
  private let session: Session

  init() {
    session = Session(
      catalog: [Feature("feature", start: Notes.State()) { Notes() }],
      receiveMode: .immediate)
    _ = session.run("feature feature")
  }

  @Test func `is that of the source, with and without payloads`() {
    guard case .actions(let all) = session.run("actions").events[0] else {
      Issue.record("no list of actions")
      return
    }
    #expect(
      all.map(\.name) == ["appeared", "countChanged", "closeTapped", "doneTapped", "nameChanged"])
  }

  @Test func `has those without a payload first in completions`() {
    #expect(
      session.completions(of: "send ", at: 5).map(\.text)
        == ["appeared", "closeTapped", "doneTapped", "countChanged(", "nameChanged("])
  }
}
