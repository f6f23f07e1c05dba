import Composable
import Foundation
import MachoAdapters
import MachoReporting
import MachoSessions

/// Measures commands in a state of ten thousand rows, compared with a print of the whole state. A
/// command that does not print all rows must not cost more.
@MainActor
enum LargeStateMeasurements {
  private static let script = """
    send rowTapped(id: 9999)
    undo
    state rows[id: 9999]
    expect rows.count == 10000
    expect rows[id: 9999].isDone == false
    watch rows[id: 5].name
    diff
    history
    """

  static func makeMeasurements() -> [Measurement] {
    let session = makeSession()
    return script.split(separator: "\n").map(String.init).map { line in
      Measurement(
        name: "10,000 rows: " + line, baselineName: "'state rows', a print of all",
        work: { run(line, in: session, $0) }, baseline: { run("state rows", in: session, $0) },
        workCount: 20, baselineCount: 5, target: 1)
    }
  }

  private static func run(_ line: String, in session: Session, _ count: Int) {
    for _ in 0..<count {
      let outcome = session.run(line)
      // 'undo' runs out of actions; its failure searches as much.
      precondition(!OutcomeFormatter.lines(for: outcome).isEmpty || outcome.failure == nil)
    }
  }

  private static func makeSession() -> Session {
    let session = Session(
      catalog: [Feature("rows", start: RowsFeature.State()) { RowsFeature() }],
      receiveMode: .immediate)
    _ = session.run("feature rows")
    return session
  }
}

private struct RowsFeature: Reducer {
  struct Row: Equatable, Identifiable {
    let id: Int
    var name: String
    var isDone = false
  }

  struct State: Equatable {
    var title = "rows"
    var rows = IdentifiedArray(
      uniqueElements: (0..<10_000).map { Row(id: $0, name: "row \($0)") })
  }

  enum Action {
    case rowTapped(id: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rowTapped(let id): state.rows[id: id]?.isDone.toggle()
      }
      return .none
    }
  }
}
