import Testing

@testable import MachoDiff

@Suite struct AddedValuesTests {
  private struct Row: Equatable {
    var id: Int
    var title: String?
  }

  private struct State: Equatable {
    var count = 0
    var name = "a: b"
    var rows: [Row] = []
    var isOn = false
  }

  @Test func `The added values of a change are those of the new state, without labels`() throws {
    let new = State(
      count: 41, name: "c: d", rows: [Row(id: 7, title: nil), Row(id: 8, title: "x")])
    let values = try #require(stateChange(State(), new)).addedValues
    #expect(values.isSuperset(of: ["41", #""c: d""#, "7", "nil", "8", #""x""#]))
    #expect(values.isDisjoint(with: ["0", #""a: b""#, "false", "[]"]))
  }

  @Test func `A value with a single field has the values that a script shows`() throws {
    struct Single: Equatable { var count = 0 }
    let values = try #require(stateChange(Single(), Single(count: 2))).addedValues
    #expect(values == ["2"])
  }
}
