import Composable

/// What the runtime costs, against a bare call of the same reducer.
@MainActor
enum StoreMeasurements {
  static func make() -> [Measurement] {
    let store = Store(initialState: Counter.State()) { Counter() }
    return [
      row("Store.send", 200_000) { count in
        for _ in 0..<count { store.send(.incrementButtonTapped) }
      },
      row("Store.send, an effect by .send", 200_000) { count in
        for _ in 0..<count { store.send(.sendButtonTapped) }
      },
      row("Store.send, an effect by .run, awaited", 20_000) { count in
        for _ in 0..<count { await store.send(.runButtonTapped).finish() }
      },
      row("a script's send, an effect by .run, drained", 20_000) { count in
        let executor = StoreExecutor()
        let core = StoreCore(
          initialState: Counter.State(), executor: executor, reducer: Counter())
        for _ in 0..<count {
          core.send(.runButtonTapped)
          executor.drain()
        }
      },
    ]
  }

  /// A row against the bare call.
  private static func row(
    _ name: String, _ count: Int, _ work: @escaping @MainActor (_ count: Int) async -> Void
  ) -> Measurement {
    Measurement(
      name: name, floorName: "bare reducer call", work: work, floor: Counter.bareCalls,
      workCount: count, floorCount: 2_000_000)
  }
}
