import Testing

@testable import Composable

private struct Row: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
    var tags = ["a", "b"]
  }
  enum Action: CasePathable, Equatable {
    case up, wait, cancel
    case tag(String)
    struct AllCasePaths: Sendable {
      var tag: AnyCasePath<Action, String> { AnyCasePath(Action.tag) }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .up: state.count += 1
    case .tag(let tag): state.tags[0] = tag
    case .cancel: return .cancel(id: "wait")
    case .wait: return .run { _ in try await Task.never() }.cancellable(id: "wait")
    }
    return .none
  }
}

private struct List: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row.State>
    var seen: [Int] = []
  }
  enum Action: CasePathable, Equatable {
    case rows(IdentifiedActionOf<Row>)
    case remove(Int)
    case clear
    case reverse
    struct AllCasePaths: Sendable {
      var rows: AnyCasePath<Action, IdentifiedActionOf<Row>> { AnyCasePath(Action.rows) }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rows(.element(let id, .up)): state.seen.append(state.rows[id: id]?.count ?? -1)
      case .rows: break
      case .remove(let id): state.rows.remove(id: id)
      case .clear: state.rows = []
      case .reverse: state.rows.reverse()
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

private enum PairAction: Equatable {
  case row(id: Int, action: Row.Action)

  static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.row(let a, let b), .row(let c, let d)): a == c && b == d
    }
  }
}

@Suite struct ForEachTests {
  private func harness(_ count: Int) -> StoreHarness<List.State, List.Action> {
    StoreHarness(
      List.State(rows: IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: $0) }))
    ) { List() }
  }

  @Test func `An element runs before its parent, by its identity`() {
    let harness = harness(3)
    harness.send(.rows(.element(id: 1, action: .up)))
    harness.send(.reverse)
    harness.send(.rows(.element(id: 1, action: .up)))
    #expect(harness.core.state.rows.map(\.count) == [0, 2, 0])
    #expect(harness.core.state.seen == [1, 2])
  }

  @Test func `An action for an element that is missing is an issue at the operator`() {
    let harness = harness(1)
    let issues = issues { harness.send(.rows(.element(id: 5, action: .up))) }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("for a missing element") == true)
    #expect(issues.first?.message.contains("rows(.element(id:, action: .up))") == true)
    #expect(issues.first?.file == "ComposableTests/ForEachTests.swift")
    #expect(issues.first?.line == 58)
    #expect(harness.core.state.seen == [-1])
  }

  @Test func `An element's effects are cancelled when it leaves the array, and only its own`() {
    let harness = harness(3)
    for id in 0..<3 { harness.send(.rows(.element(id: id, action: .wait))) }
    harness.send(.reverse)
    #expect(harness.core.effects.count == 3)
    harness.send(.remove(1))
    #expect(harness.core.effects.map(\.id) == [1, 3])
    harness.send(.clear)
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `An element cancels its own effects only`() {
    let harness = harness(2)
    for id in 0..<2 { harness.send(.rows(.element(id: id, action: .wait))) }
    harness.send(.rows(.element(id: 0, action: .cancel)))
    #expect(harness.core.effects.map(\.id) == [2])
  }

  @Test func `Actions may be pairs under an older case path`() {
    let harness = StoreHarness<List.State, PairAction>(List.State(rows: [Row.State(id: 4)])) {
      EmptyReducer().forEach(\.rows, action: /PairAction.row) { Row() }
    }
    harness.send(.row(id: 4, action: .up))
    #expect(harness.core.state.rows[id: 4]?.count == 1)
  }

  @Test func `The action of one element is a case key path`() {
    let path = AnyCasePath<List.Action, String>(\.rows[id: 3].tag)
    #expect(path.embed("x") == .rows(.element(id: 3, action: .tag("x"))))
    #expect(path.extract(from: .rows(.element(id: 3, action: .tag("y")))) == "y")
    #expect(path.extract(from: .rows(.element(id: 2, action: .tag("y")))) == nil)
    #expect(List.Action.rows(.element(id: 1, action: .tag(""))).is(\.rows[id: 1].tag))
  }

  @Test func `The rows and their properties are modified in place`() {
    let harness = harness(100)
    // An observer of transitions retains the state, which then must be copied.
    harness.core.onAction = nil
    func addresses() -> [UnsafeRawPointer?] {
      let rows = harness.core.state.rows
      return [
        rows.elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) },
        rows[50].tags.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) },
      ]
    }
    let before = addresses()
    harness.send(.rows(.element(id: 50, action: .tag("x"))))
    #expect(harness.core.state.rows[50].tags == ["x", "b"])
    #expect(addresses() == before)
  }
}
