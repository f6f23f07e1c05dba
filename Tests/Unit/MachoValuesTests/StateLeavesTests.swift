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

  @Test func `A leaf is inside of the parts that contain it, and of no others`() {
    struct Lists: Equatable {
      var row: Form? = Form()
      var rows: Form? = Form()
    }
    let leaves = ValueSyntax().leaves(of: TypedValue(Lists()))
    let byPath = Dictionary(uniqueKeysWithValues: leaves.map { ($0.path, $0) })
    func isInside(_ inner: String, _ outer: String) -> Bool? {
      byPath[outer].flatMap { byPath[inner]?.isInside($0) }
    }
    #expect(isInside("row.name", "row") == true)
    #expect(isInside("rows.name", "row") == false)
    #expect(isInside("rows", "row") == false)
    #expect(isInside("row", "row") == false)
    #expect(isInside("row", "row.name") == false)
  }

  @Test func `An action is inside of its cases and of parts of the state with their names`() {
    func isInside(_ label: String, _ other: String) -> Bool {
      ActionLabel(label).isInside(ActionLabel(other))
    }
    #expect(isInside("destination.presented.saveButtonTapped", "destination"))
    #expect(isInside("destination.presented.saveButtonTapped", "destination.presented"))
    #expect(!isInside("destinations.dismiss", "destination"))
    #expect(!isInside("destination", "destination"))
  }
}
