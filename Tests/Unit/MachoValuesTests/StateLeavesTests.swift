import Testing

@testable import MachoValues

struct StateLeavesTests {
  private enum Phase: Equatable {
    case idle
    case loaded(Int)
  }
  private struct Form: Equatable { var name = "" }
  private struct State: Equatable {
    var count = 1
    var isOn = true
    var phase = Phase.loaded(2)
    var form: Form? = Form()
    var missing: Form?
    var rows = [Form()]
  }

  private let leaves = ValueSyntax().leaves(of: TypedValue(State()))

  @Test func `The leaves are properties at any depth, and Optionals and cases themselves`() {
    #expect(
      leaves.map(\.path) == [
        "count", "isOn", "phase", "phase.loaded", "form", "form.name", "missing", "rows",
      ])
  }

  @Test func `A leaf knows whether it is a flag, a case or absent`() {
    let byPath = Dictionary(uniqueKeysWithValues: leaves.map { ($0.path, $0) })
    #expect(byPath["isOn"]?.flag == true)
    #expect(byPath["count"]?.flag == nil)
    #expect(byPath["phase"]?.caseName == "loaded")
    #expect(byPath["form"]?.isOptional == true)
    #expect(byPath["missing"]?.content == nil)
  }
}
