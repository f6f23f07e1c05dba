import Composable
import MachoAdapters
import MachoSessions

/// A line through the whole session, against a bare call of the same reducer.
@MainActor
enum SendMeasurement {
  static func makeMeasurement() -> Measurement {
    Measurement(
      name: "session: send incrementButtonTapped", baselineName: "bare reducer call",
      work: { send($0) }, baseline: { Counter.bareCalls($0) },
      workCount: 2_000, baselineCount: 10_000_000)
  }

  static func send(_ count: Int) {
    // Made here: a session belongs to the thread that it is made on.
    let session = Session(catalog: [feature], taking: .onReceive, context: .test)
    _ = session.run("feature counter")
    for _ in 0..<count { _ = session.run("send incrementButtonTapped") }
  }

  private static let feature = Feature("counter", start: Counter.State()) { Counter() }
}
