import CustomDump
import MachoDiff

/// Measures diffs and dumps, compared with custom-dump on the same states and with `==`.
@MainActor
enum DiffMeasurements {
  struct Row: Equatable, Identifiable {
    var id: Int
    var name: String
    var isDone: Bool
    var tags: [String]
  }

  /// A row without an identity.
  struct PlainRow: Equatable {
    var id: Int
    var name: String
    var isDone: Bool
    var tags: [String]
  }

  struct State: Equatable {
    var title = "Rows"
    var rows: [Row]
  }

  struct PlainState: Equatable {
    var title = "Rows"
    var rows: [PlainRow]
  }

  static func makeMeasurements() -> [Measurement] {
    let (thousand, many) = (state(1_000), state(10_000))
    var one = many
    one.rows[5_000].name = "Changed"
    let (oneChanged, allChanged) = (one, changed(many))
    let reversed = State(rows: many.rows.reversed())
    let thousandChanged = changed(thousand)
    let (plain, plainChanged) = (plain(thousand), plain(thousandChanged))
    return [
      row(
        "diff, one of 10,000 rows changed", 200, diffing(many, oneChanged), "custom-dump", 2,
        dumpDiffing(many, oneChanged), target: 1 / 200),
      row(
        "diff, one of 10,000 rows changed", 200, diffing(many, oneChanged),
        "== of the two states", 2_000, comparing(many, oneChanged), target: 10),
      row(
        "diff, 1,000 of 1,000 rows changed", 50, diffing(thousand, thousandChanged),
        "custom-dump", 1, dumpDiffing(thousand, thousandChanged), target: 1 / 100),
      row(
        "diff, the same without identities", 5, diffing(plain, plainChanged), "custom-dump", 1,
        dumpDiffing(plain, plainChanged)),
      row(
        "diff, 10,000 of 10,000 rows changed", 10, diffing(many, allChanged),
        "1,000 of 1,000", 50, diffing(thousand, thousandChanged), target: 12),
      row(
        "diff, 10,000 rows reversed", 10, diffing(many, reversed), "print of the rows", 20,
        printing(many), target: 3),
      row(
        "print of 10,000 rows", 20, printing(many), "custom-dump", 1,
        { count in
          for _ in 0..<count { _ = String(customDumping: many) }
        }, target: 1 / 50),
    ]
  }

  /// Diffs ten thousand rows, one of them changed.
  static func diffOneOfMany(_ count: Int) {
    let many = state(10_000)
    var changed = many
    changed.rows[5_000].name = "Changed"
    diffing(many, changed)(count)
  }

  /// Diffs ten thousand rows with the same rows in reverse order.
  static func diffReversed(_ count: Int) {
    let many = state(10_000)
    diffing(many, State(rows: many.rows.reversed()))(count)
  }

  /// Diffs a thousand rows, all of them changed.
  static func diffAll(_ count: Int) {
    let thousand = state(1_000)
    diffing(thousand, changed(thousand))(count)
  }

  private static func state(_ count: Int) -> State {
    State(
      rows: (0..<count).map {
        Row(id: $0, name: "Row number \($0)", isDone: $0 % 3 == 0, tags: ["home", "work"])
      })
  }

  private static func changed(_ state: State) -> State {
    var state = state
    for index in state.rows.indices { state.rows[index].name += "!" }
    return state
  }

  private static func plain(_ state: State) -> PlainState {
    PlainState(
      rows: state.rows.map {
        PlainRow(id: $0.id, name: $0.name, isDone: $0.isDone, tags: $0.tags)
      })
  }

  private static func diffing<State>(_ old: State, _ new: State) -> @MainActor (Int) -> Void {
    { count in
      for _ in 0..<count { _ = stateDiff(old, new) }
    }
  }

  private static func dumpDiffing<State>(_ old: State, _ new: State) -> @MainActor (Int) -> Void {
    { count in
      for _ in 0..<count { _ = diff(old, new) }
    }
  }

  private static func printing(_ state: State) -> @MainActor (Int) -> Void {
    { count in
      for _ in 0..<count { _ = stateText(state) }
    }
  }

  private static func comparing(_ old: State, _ new: State) -> @MainActor (Int) -> Void {
    { count in
      for _ in 0..<count where areEqual(old, new) { return }
    }
  }

  /// Not inlined, so that the optimizer does not hoist the call out of the loop.
  @inline(never)
  private static func areEqual(_ old: State, _ new: State) -> Bool { old == new }

  private static func row(
    _ name: String, _ count: Int, _ work: @escaping @MainActor (Int) -> Void,
    _ baselineName: String,
    _ baselineCount: Int, _ baseline: @escaping @MainActor (Int) -> Void,
    target: Double? = nil
  ) -> Measurement {
    Measurement(
      name: name, baselineName: baselineName, work: { work($0) }, baseline: { baseline($0) },
      workCount: count, baselineCount: baselineCount, target: target)
  }
}
