import CustomDump
import MachoDiff
import Testing

@testable import Composable

private struct Row: Equatable, Identifiable {
  let id: Int
  var text = ""
}

private struct Loose: Identifiable {
  let id: Int
  var text: Any
}

private struct State: Equatable {
  var title = "rows"
  var rows: IdentifiedArrayOf<Row>
}

/// Tests the output for identified arrays, which do not use their mirror, against custom-dump,
/// which does.
@Suite struct IdentifiedArrayDiffTests {
  /// Returns rows whose identities, order and texts depend on the step.
  private func rows(_ step: Int) -> [Row] {
    var state = UInt64(truncatingIfNeeded: step) &* 0x9e37_79b9_7f4a_7c15
    func below(_ limit: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % limit)
    }
    var ids = Array(0..<below(6))
    for index in ids.indices { ids.swapAt(index, below(UInt64(ids.count))) }
    return ids.map { Row(id: $0 + below(2) * 10, text: ["a", "b", "c\nd"][below(3)]) }
  }

  private func check<Value>(
    _ old: Value, _ new: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(stateDiff(old, new) == diff(old, new), sourceLocation: sourceLocation)
    #expect(stateText(new) == String(customDumping: new), sourceLocation: sourceLocation)
  }

  @Test func `Rows that are inserted, removed, moved and changed print as in custom-dump`() {
    for step in 0..<400 {
      let (old, new) = (rows(step), rows(step * 7 + 1))
      check(
        State(rows: IdentifiedArray(uniqueElements: old)),
        State(rows: IdentifiedArray(uniqueElements: new)))
      check(
        IdentifiedArray(uniqueElements: old.map { Loose(id: $0.id, text: $0.text) }),
        IdentifiedArray(uniqueElements: new.map { Loose(id: $0.id, text: [$0.text]) }))
    }
  }
}
