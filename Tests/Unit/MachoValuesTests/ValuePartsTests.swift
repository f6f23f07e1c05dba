import Testing

@testable import MachoValues

struct ValuePartsTests {
  private struct Row: Equatable {
    var id = 1
    var title = "a title"
  }
  private enum Page: Equatable {
    case none
    case list([Row])
  }
  private struct State: Equatable {
    var count = 3
    var query = "swift"
    var rows: [Row] = []
    var byName: [String: Row] = [:]
    var page = Page.none
    var note = ""
  }

  private func parts(_ state: State, at path: String = "", limit: Int) -> [ValuePart] {
    let syntax = ValueSyntax()
    let root = TypedValue(state)
    let value = try? path.isEmpty ? root : ValuePath(reading: path[...]).evaluate(in: root)
    return value.map { syntax.parts(of: $0, at: path, limit: limit) } ?? []
  }

  private func rows(_ count: Int) -> [Row] { (0..<count).map { Row(id: $0) } }

  @Test func `a short value has no parts`() {
    #expect(parts(State(), limit: 1_000) == [])
  }

  @Test func `short properties have their text, and of a long list the first elements`() throws {
    let found = parts(State(rows: rows(200)), limit: 1_000)
    let byPath = Dictionary(uniqueKeysWithValues: found.map { ($0.path, $0) })
    #expect(byPath["count"]?.text == "3")
    #expect(byPath["query"]?.text == "\"swift\"")
    let list = try #require(byPath["rows"])
    #expect(list.text == nil && list.count == 200 && list.size > 4_000)
    let shown = found.filter { $0.path.hasPrefix("rows[") }
    #expect(!shown.isEmpty && list.next == "rows[\(shown.count)]")
    #expect(found.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) } <= 1_000)
  }

  @Test func `each path leads to its part`() throws {
    let state = State(
      rows: rows(50), byName: ["a b": Row(title: String(repeating: "x", count: 500))],
      page: .list(rows(50)), note: String(repeating: "n", count: 500))
    let found = parts(state, limit: 600)
    #expect(found.contains { $0.path.hasPrefix("page.list[") })
    let syntax = ValueSyntax()
    for part in found {
      let value = try ValuePath(reading: part.path[...]).evaluate(in: TypedValue(state))
      let text = syntax.print(value)
      #expect(text.utf8.count == part.size && (part.text ?? text) == text)
      if let next = part.next {
        _ = try ValuePath(reading: next[...]).evaluate(in: TypedValue(state))
      }
    }
  }

  @Test func `the paths of a part's parts begin with its path`() {
    let found = parts(State(rows: rows(200)), at: "rows", limit: 100)
    #expect(found.first?.path == "rows" && found.first?.count == 200)
    #expect(found.dropFirst().allSatisfy { $0.path.hasPrefix("rows[") })
  }

  @Test func `a long text, and the values of a path with a star, are not divided`() {
    let state = State(rows: rows(200), note: String(repeating: "n", count: 500))
    #expect(parts(state, at: "note", limit: 100) == [])
    #expect(parts(state, at: "rows[*].title", limit: 100) == [])
  }
}
