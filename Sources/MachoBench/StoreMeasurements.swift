import Composable

/// Measures the runtime, compared with a bare call of the same reducer or with comparable work.
@MainActor
enum StoreMeasurements {
  static func makeMeasurements() -> [Measurement] {
    [
      row("Store.send", 200_000, target: 60) { send($0) },
      row("Store.send, an effect by .send", 200_000) { count in
        for _ in 0..<count { store.send(.sendButtonTapped) }
      },
      Measurement(
        name: "Store.send, an effect by .run, awaited",
        baselineName: "a Task that awaits an actor's method", work: { await run($0) },
        baseline: { await Hop.tasks($0) }, workCount: 20_000, baselineCount: 20_000, target: 2),
      row("a script's send, an effect by .run, drained", 20_000) { count in
        let executor = StoreExecutor()
        let core = StoreCore(
          initialState: Counter.State(), executor: executor, reducer: Counter())
        for _ in 0..<count {
          core.send(.runButtonTapped)
          executor.drain()
        }
      },
      Measurement(
        name: "TestStore.send, with an assertion", baselineName: "Store.send of the same action",
        work: { await sendInTest($0) }, baseline: { send($0) }, workCount: 50_000,
        baselineCount: 200_000, target: 10),
      againstTenRows(10_000, target: 1.5),
    ]
  }

  static func send(_ count: Int) {
    for _ in 0..<count { store.send(.incrementButtonTapped) }
  }

  static func run(_ count: Int) async {
    for _ in 0..<count { await store.send(.runButtonTapped).finish() }
  }

  static func sendInTest(_ count: Int) async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    for _ in 0..<count { await store.send(.incrementButtonTapped) { $0.count += 1 } }
  }

  /// Returns a function that sends to one row, through three features around the rows.
  static func sendToRow(of rows: Int) -> @MainActor (_ count: Int) -> Void {
    let state = Nested<Nested<Nested<Rows>>>.State(
      child: .init(child: .init(child: Rows.State(count: rows))))
    let store = Store(initialState: state) { Nested(Nested(Nested(Rows()))) }
    let middle = rows / 2
    return { count in
      for _ in 0..<count {
        store.send(
          .child(.child(.child(.rows(.element(id: middle, action: .incrementButtonTapped))))))
      }
    }
  }

  private static let store = Store(initialState: Counter.State()) { Counter() }

  /// Measures a send to one of many rows, compared with one of ten. The cost should not depend on
  /// the number of rows.
  private static func againstTenRows(_ rows: Int, target: Double) -> Measurement {
    let (many, ten) = (sendToRow(of: rows), sendToRow(of: 10))
    return Measurement(
      name: "Store.send, three scopes, one of \(rows) rows", baselineName: "one of 10 rows",
      work: { many($0) }, baseline: { ten($0) }, workCount: 20_000, baselineCount: 20_000,
      target: target)
  }

  /// Measures work, compared with bare calls of the reducer.
  private static func row(
    _ name: String, _ count: Int, target: Double? = nil,
    _ work: @escaping @MainActor (_ count: Int) async -> Void
  ) -> Measurement {
    Measurement(
      name: name, baselineName: "bare reducer call", work: work,
      baseline: { Counter.bareCalls($0) },
      workCount: count, baselineCount: 10_000_000, target: target)
  }
}
