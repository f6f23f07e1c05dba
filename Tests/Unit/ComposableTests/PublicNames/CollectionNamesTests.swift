import Composable
import Testing

@Suite struct CollectionNamesTests {
  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var name = ""
  }

  @Test func `Rows without a check for uniqueness are the same`() {
    let rows = IdentifiedArray(uncheckedUniqueElements: [Row(id: 1), Row(id: 2)])
    #expect(rows == [Row(id: 1), Row(id: 2)])
    #expect(rows == IdentifiedArray(uncheckedUniqueElements: rows.elements, id: \.id))
  }

  @Test func `Rows are updated, replaced and removed`() {
    var rows = IdentifiedArray([Row(id: 1), Row(id: 1, name: "second")], uniquingIDsWith: { $1 })
    #expect(rows == [Row(id: 1, name: "second")])
    rows = IdentifiedArray(
      [Row(id: 1), Row(id: 1)], id: \.id, uniquingIDsWith: { first, _ in first })
    rows.updateOrAppend(Row(id: 2))
    rows.updateOrInsert(Row(id: 0), at: 0)
    rows.update(Row(id: 0, name: "zero"), at: 0)
    #expect(rows.map(\.id) == [0, 1, 2] && rows[id: 0]?.name == "zero")
    rows.insert(Row(id: 5), at: 1)
    #expect(rows.index(id: 5) == 1)
    rows.remove(id: 5)
    rows.swapAt(0, 2)
    rows.reverse()
    #expect(rows.map(\.id) == [0, 1, 2])
    let pivot = rows.partition { $0.id < 2 }
    #expect(rows[pivot...].allSatisfy { $0.id < 2 })
    rows.shuffle()
    rows.removeSubrange(0..<2)
    #expect(rows.count == 1)
  }

  @Test func `Rows are replaced as those of other collections`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    rows.replaceSubrange(1...1, with: [Row(id: 3), Row(id: 4), Row(id: 5)])
    #expect(rows.map(\.id) == [1, 4, 5, 3])
    #expect(IdentifiedArray(rows) == rows)
    #expect(IdentifiedArray(rows[1...2]) == [Row(id: 4), Row(id: 5)])
    rows += [Row(id: 1), Row(id: 6)]
    #expect(rows.map(\.id) == [1, 4, 5, 3, 6])
  }

  @Test func `An action of an element names it`() {
    let action: IdentifiedAction<Int, Bool> = .element(id: 3, action: true)
    guard case .element(id: 3, action: true) = action else {
      Issue.record("the payload differs")
      return
    }
  }

  @MainActor
  @Test func `A collection has a store for each element`() {
    struct List: Reducer {
      struct State: Equatable {
        var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
        var title = "rows"
      }

      enum Action: Sendable, CasePathable {
        case rows(IdentifiedAction<Int, String>)

        struct AllCasePaths: Sendable {
          var rows: AnyCasePath<Action, IdentifiedAction<Int, String>> {
            AnyCasePath(Action.rows)
          }
        }

        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      var body: some ReducerOf<Self> {
        EmptyReducer<State, Action>().forEach(\.rows, action: \.rows) {
          Reduce<Row, String> { state, action in
            state.name = action
            return .none
          }
        }
      }
    }
    let store = Store(initialState: .init()) { List() }
    let elements: StoreElements<Int, Row, String> = store.scope(\.rows, action: \.rows)
    let task: StoreTask = elements[1].send("b")
    #expect(task.isCancelled)
    #expect(store.rows[id: 2]?.name == "b" && store.title == "rows")
  }
}
