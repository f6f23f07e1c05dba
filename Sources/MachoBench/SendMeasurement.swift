import Composable
import MachoAdapters
import MachoSessions

/// A line through the whole session, against a bare call of the same reducer.
enum SendMeasurement {
  static func make() -> Measurement {
    let session = Session(catalog: [feature], taking: .whenNamed, context: .test)
    _ = session.run("feature counter")
    var state = Counter.State()
    return Measurement(
      name: "session: send incrementButtonTapped", floorName: "bare reducer call",
      work: { count in for _ in 0..<count { _ = session.run("send incrementButtonTapped") } },
      floor: { count in
        for _ in 0..<count { reduce(&state, .incrementButtonTapped) }
      },
      workCount: 2_000, floorCount: 2_000_000)
  }

  private static let feature = Feature("counter", start: Counter.State()) { Counter() }

  @inline(never)
  private static func reduce(_ state: inout Counter.State, _ action: Counter.Action) {
    switch action {
    case .incrementButtonTapped: state.count += 1
    case .decrementButtonTapped: state.count -= 1
    }
  }

  private struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var fact: String?
      var isLoading = false
    }

    enum Action { case incrementButtonTapped, decrementButtonTapped }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        SendMeasurement.reduce(&state, action)
        return .none
      }
    }
  }
}
