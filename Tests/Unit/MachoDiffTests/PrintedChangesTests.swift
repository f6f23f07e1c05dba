import Foundation
import MachoDiff
import Testing

/// Diffs of states with macro storage equal the recorded output of upstream's `_printChanges`.
@Suite struct PrintedChangesTests {
  /// Applies each change and compares its diff with the recorded one.
  private func check<State>(
    _ name: String, _ state: String, from start: State,
    sourceLocation: SourceLocation = #_sourceLocation, _ changes: [(inout State) -> Void]
  ) throws {
    let printed = try PrintedChanges(name, state: state).diffs
    try #require(printed.count == changes.count, sourceLocation: sourceLocation)
    var current = start
    for (index, change) in changes.enumerated() {
      let old = current
      change(&current)
      #expect(
        stateDiff(old, current) == printed[index], "action \(index)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("a counter prints the recorded changes")
  func counter() throws {
    try check(
      "counter_increment", "CounterFeature.State", from: CounterFeature.State(),
      [
        { $0._count += 1 }, { $0._count += 1 }, { $0._count -= 1 },
        {
          $0._count = 100
          $0._name = "Blob"
          $0._isOn = true
        },
      ])
  }

  @Test("actions that change nothing print no diff")
  func nothing() throws {
    try check("no_state_change", "NoChange.State", from: 0, [{ _ in }, { _ in }])
  }

  @Test("an enum in a state prints the recorded changes")
  func nestedEnum() throws {
    try check(
      "nested_enum_state", "Loader.State", from: Loader.State(),
      [
        { $0._phase = .loading(progress: 0) }, { $0._phase = .loading(progress: 0.5) },
        { $0._phase = .loaded(.init(number: 1, items: ["a", "b", "c"])) },
        { $0._phase = .loaded(.init(number: 2, items: ["a", "b", "d"])) },
        { $0._phase = .failed("no network", code: -1) },
        { $0._phase = .failed("no network", code: -2) }, { $0._phase = .idle },
      ])
  }

  @Test("identified elements that are added, moved, changed and removed print the recorded changes")
  func identifiedArrays() throws {
    try check(
      "identified_array", "Todos.State", from: Todos.State(),
      [
        { $0._todos.append(.init(id: 1, _text: "Milk")) },
        { $0._todos.append(.init(id: 2, _text: "Eggs")) },
        { $0._todos.append(.init(id: 3, _text: "Bread")) },
        { $0._todos.insert(.init(id: 0, _text: "First"), at: 0) },
        { $0._todos[2]._isComplete = true }, { $0._todos[2]._text = "Dozen eggs" },
        { $0._todos.append($0._todos.removeFirst()) }, { $0._todos.removeFirst() },
        { $0._todos = [] },
      ])
  }

  @Test("a value of every kind prints the recorded changes")
  func kinds() throws {
    try check(
      "value_kinds", "Kinds.State", from: Kinds.State(),
      [
        {
          $0._dict["a"] = 10
          $0._dict["c"] = 3
        },
        {
          $0._set.insert(4)
          $0._set.remove(1)
        },
        {
          $0._array[2] = 30
          $0._array.append(6)
        },
        { $0._nested[1][0] = 33 }, { $0._text = "two line" }, { $0._multiline = "a\nB\nc" },
        { $0._date = Date(timeIntervalSince1970: 60) }, { $0._uuid = Kinds.uuid(2) },
        { $0._url = $0._url.deletingLastPathComponent().appendingPathComponent("b") },
        { $0._data.append(4) }, { $0._duration = .milliseconds(1500) },
        { $0._decimal = Decimal(225) / 100 }, { $0._double = 1.25 }, { $0._point.x = 100 },
        {
          $0._points[1].y = 7
          $0._points.append(.init(x: 9, y: 9))
        },
        { $0._model = .init(n: 2) }, { $0._any = "string now" }, { $0._char = "d" },
        { $0._sub = "bus" }, { $0._range = 5..<6 },
      ])
  }

  @Test("arrays of elements with and without identity print the recorded changes")
  func plainArrays() throws {
    try check(
      "plain_array_rows", "PlainRows.State", from: PlainRows.State(),
      [
        { $0._rows[2].done.toggle() }, { $0._anon[2].done.toggle() },
        { $0._rows.append(.init(id: 9, name: "Nine")) }, { $0._anon.append(.init(name: "Nine")) },
        { $0._rows.remove(at: 1) }, { $0._anon.remove(at: 1) }, { $0._rows.swapAt(0, 3) },
        { $0._anon.swapAt(0, 3) },
      ])
  }

  @Test("a state without macros and without == prints the recorded changes")
  func noMacro() throws {
    let tick: (inout NoMacro.State) -> Void = {
      $0.count += 1
      $0.history.append($0.count)
    }
    try check(
      "plain_struct_state_no_macro", "NoMacro.State", from: NoMacro.State(),
      [tick, tick, { $0.count = 2 }, { $0.count = 9 }])
  }
}
