import MachoValues
import Testing

private enum Load: Equatable {
  case idle
  case loading
  case loaded(Result<Int, Never>)
}

private struct Row: Equatable {
  var status = Load.idle
  var title = ""
}

private struct Screen: Equatable {
  var load = Load.idle
  var name: String?
  var rows: [Row] = []
  var byName: [String: Load] = [:]
  var tree = Twig.leaf
}

private indirect enum Twig: Equatable {
  case leaf
  case node(left: Twig, right: Twig)
}

private enum RowAction {
  case toggled
  case moved(to: Int)
}

private enum Tab { case first, second }

private enum ScreenAction {
  case appeared
  case tab(Tab)
  case row(id: Int, action: RowAction)
  case child(RowAction?)
  case screen(Nested)

  indirect enum Nested {
    case action(ScreenAction)
    case closed
  }
}

private func cases<Value>(_ value: Value, _ style: CaseTree.Style) -> [String] {
  let tree = CaseTree(of: Value.self, style: style)
  var found: [String] = []
  tree.forEachCase(in: value) {
    let entry = tree.entries[$0]
    found.append(style == .action ? entry.dottedText : entry.conditionText)
  }
  return found
}

@Suite struct CaseTreeTests {
  @Test func `The cases of an action include those of its children, and end at recursion`() {
    let tree = CaseTree(of: ScreenAction.self, style: .action)
    // Metadata has the order of declaration only for some enums.
    #expect(
      Set(tree.entries.map(\.dottedText)) == [
        "appeared", "tab.first", "tab.second", "row.toggled", "row.moved", "child.toggled",
        "child.moved", "screen.action", "screen.closed",
      ])
  }

  @Test func `An action has one case path`() {
    #expect(cases(ScreenAction.appeared, .action) == ["appeared"])
    #expect(cases(ScreenAction.tab(.second), .action) == ["tab.second"])
    #expect(cases(ScreenAction.row(id: 1, action: .moved(to: 2)), .action) == ["row.moved"])
    #expect(cases(ScreenAction.child(.toggled), .action) == ["child.toggled"])
    #expect(cases(ScreenAction.child(nil), .action) == [])
    #expect(cases(ScreenAction.screen(.action(.appeared)), .action) == ["screen.action"])
  }

  @Test func `The cases of a state include those of properties, payloads and elements`() {
    let tree = CaseTree(of: Screen.self, style: .state)
    #expect(
      Set(tree.entries.map(\.conditionText)) == [
        "load is idle", "load is loading", "load is loaded", "load.loaded is success",
        "load.loaded is failure", "name == nil", "name != nil", "rows[].status is idle",
        "rows[].status is loading", "rows[].status is loaded", "rows[].status.loaded is success",
        "rows[].status.loaded is failure", "byName[] is idle", "byName[] is loading",
        "byName[] is loaded", "byName[].loaded is success", "byName[].loaded is failure",
        "tree is leaf", "tree is node",
      ])
    #expect(
      cases(
        Screen(
          load: .loaded(.success(3)), name: "x", rows: [Row(status: .loading)],
          byName: ["a": .idle]), .state)
        == [
          "load is loaded", "load.loaded is success", "name != nil", "rows[].status is loading",
          "byName[] is idle", "tree is leaf",
        ])
    #expect(cases(Screen(tree: .node(left: .leaf, right: .leaf)), .state).last == "tree is node")
  }

  @Test func `A state without enums has no cases`() {
    #expect(CaseTree(of: [String: [Int]].self, style: .state).entries.isEmpty)
    #expect(cases(Row().title, .state) == [])
  }

  @Test func `A root enum is the state itself`() {
    #expect(cases(Load.loading, .state) == ["the state is loading"])
    #expect(cases(Load?.none, .state) == ["the state == nil"])
  }
}

@Suite struct OptionalNameTests {
  private struct State {
    enum Choice {
      case none
      case some(Int)
    }
    var choice: Choice? = Choice.none
  }

  @Test("an own case with the name of an Optional's is another condition")
  func ownCases() {
    let tree = CaseTree(of: State.self, style: .state)
    #expect(
      Set(tree.entries.map(\.conditionText))
        == ["choice == nil", "choice != nil", "choice is .none", "choice is .some"])
    var found: Set<String> = []
    tree.forEachCase(in: State()) { found.insert(tree.entries[$0].conditionText) }
    #expect(found == ["choice != nil", "choice is .none"])
  }
}
