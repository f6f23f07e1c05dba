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
      row("TestStore.send, with an assertion", 20_000) { count in
        let store = TestStore(initialState: Counter.State()) { Counter() }
        for _ in 0..<count { await store.send(.incrementButtonTapped) { $0.count += 1 } }
      },
    ] + [1, 100, 1_000, 10_000].map(nested)
  }

  /// A send to one row, through three features around the rows.
  private static func nested(rows: Int) -> Measurement {
    let state = Nested<Nested<Nested<Rows>>>.State(
      child: .init(child: .init(child: Rows.State(count: rows))))
    let store = Store(initialState: state) { Nested(Nested(Nested(Rows()))) }
    let middle = rows / 2
    return row("Store.send, three scopes, one of \(rows) rows", 20_000) { count in
      for _ in 0..<count {
        store.send(
          .child(.child(.child(.rows(.element(id: middle, action: .incrementButtonTapped))))))
      }
    }
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
