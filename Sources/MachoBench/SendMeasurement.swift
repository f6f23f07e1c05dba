import Composable
import MachoAdapters
import MachoSessions

/// Measures a command through the whole session, compared with a bare call of the same reducer.
@MainActor
enum SendMeasurement {
  static func makeMeasurement() -> Measurement {
    Measurement(
      name: "session: send incrementButtonTapped", baselineName: "bare reducer call",
      work: { send($0) }, baseline: { Counter.bareCalls($0) },
      workCount: 2_000, baselineCount: 10_000_000, target: 2_000)
  }

  static func send(_ count: Int) {
    // Created here, because a session belongs to the thread that creates it.
    let session = Session(catalog: [feature], receiveMode: .onReceive, context: .test)
    _ = session.run("feature counter")
    for _ in 0..<count { _ = session.run("send incrementButtonTapped") }
  }

  private static let feature = Feature("counter", start: Counter.State()) { Counter() }
}
