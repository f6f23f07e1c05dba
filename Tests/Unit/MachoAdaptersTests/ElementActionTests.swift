import Composable
import MachoValues
import Testing

private enum Row: Equatable {
  case renamed(String)
  case rows(IdentifiedAction<Int, Row>)
  case tapped
}

private enum Key: Hashable, Sendable {
  case name(String)
  case number(Int)
}

private enum Action: Equatable {
  case counts(IdentifiedAction<Int, Int>)
  case keyed(IdentifiedAction<Key, Row>)
  case path(StackAction<Int, Row>)
  case rows(IdentifiedAction<Int, Row>)
  case sheet(PresentationAction<Row>)
  case named(IdentifiedAction<String, Row>)
}

private struct Item: Equatable, Identifiable {
  var id: Int
}

private struct Root: Equatable {
  var rows: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 20)]
  var path = StackState<Int>()
}

@Suite struct ElementActionTests {
  private let syntax = ValueSyntax()

  private func read(_ text: String) throws -> Action { try syntax.read(text[...]) }

  @Test(arguments: [
    ("rows[id: 2].tapped", Action.rows(.element(id: 2, action: .tapped))),
    (#"rows[id: 2].renamed("x")"#, .rows(.element(id: 2, action: .renamed("x")))),
    (
      "rows[id: 2].rows[id: 3].tapped",
      .rows(.element(id: 2, action: .rows(.element(id: 3, action: .tapped))))
    ),
    (
      "sheet.presented.rows[id: 3].tapped",
      .sheet(.presented(.rows(.element(id: 3, action: .tapped))))
    ),
    (#"keyed[id: .name("a]")].tapped"#, .keyed(.element(id: .name("a]"), action: .tapped))),
    (##"named[id: "#"].tapped"##, .named(.element(id: "#", action: .tapped))),
    ("path[#0].tapped", .path(.element(id: 0, action: .tapped))),
    (
      "path[#0].rows[id: 1].tapped",
      .path(.element(id: 0, action: .rows(.element(id: 1, action: .tapped))))
    ),
  ])
  private func `An element's action is printed as a path, which reads back`(
    text: String, action: Action
  ) throws {
    #expect(syntax.print(action) == text)
    #expect(try read(text) == action)
  }

  @Test(arguments: [
    "rows.element(id: 2).tapped", "rows.element(id: 2, action: .tapped)",
    "rows(.element(id: 2, action: .tapped))", ".rows[id: 2].tapped", "rows[ id: 2 ].tapped",
    "Action.rows[id: 2].tapped", "rows(.element(id: 2).tapped)",
  ])
  func `Other spellings are read too`(text: String) throws {
    #expect(try read(text) == .rows(.element(id: 2, action: .tapped)))
  }

  @Test(arguments: [
    "path[id: 0].tapped", "path[id: #0].tapped", "path.element(id: 0).tapped",
    "path.element(id: #0, action: .tapped)",
  ])
  func `The ID of a stack element may be a number, as in Swift`(text: String) throws {
    #expect(try read(text) == .path(.element(id: 0, action: .tapped)))
  }

  @Test func `An action that is not an enum has no path`() {
    #expect(
      syntax.print(Action.counts(.element(id: 1, action: 2))) == "counts.element(id: 1, action: 2)")
    #expect(
      syntax.print(IdentifiedAction<Int, Row>.element(id: 1, action: .tapped))
        == "element(id: 1).tapped")
  }

  @Test func `Patterns match an element's actions`() throws {
    func matches(_ pattern: String, _ action: Action) throws -> Bool {
      try ValuePattern(reading: pattern[...], type: Action.self).matches(action)
    }
    let renamed = Action.rows(.element(id: 2, action: .renamed("x")))
    for pattern in [
      "rows[id: 2].renamed", "rows[id: 2]", "rows[id: _].renamed", #"rows[id: 2].renamed("x")"#,
      "rows.element(id: 2).renamed",
    ] {
      #expect(try matches(pattern, renamed), "\(pattern)")
    }
    for pattern in ["rows[id: 3]", "rows[id: 2].tapped", #"rows[id: 2].renamed("y")"#, "path[#2]"] {
      #expect(try !matches(pattern, renamed), "\(pattern)")
    }
  }

  @Test(arguments: [
    ("rows[id: 2]", "an action is missing after '[id: 2]'", 10..<11),
    ("rows[id: 2].taped", "Row has no case 'taped'", 12..<17),
    ("rows[2].tapped", "IdentifiedAction<Int, Row>.element needs the label 'id:'", 5..<6),
    (
      "rows[ID: 2].tapped",
      "IdentifiedAction<Int, Row>.element has no label 'ID:' here, expected 'id: Int'", 5..<7
    ),
    ("sheet[id: 2].tapped", "PresentationAction<Row> has no actions of elements", 5..<12),
    ("rows[id: x].tapped", "expected Int, found x", 9..<10),
    ("rows[id: 2", "this '[' is never closed", 4..<5),
    (
      "path.popFrom(id: #0).tapped",
      "nothing can follow the arguments of StackAction<Int, Row>.popFrom", 21..<27
    ),
  ])
  func `Mistakes are located`(text: String, message: String, range: Range<Int>) {
    let error = #expect(throws: ValueError.self) { _ = try read(text) }
    #expect(error?.message == message)
    #expect(error?.range == range)
  }

  @Test func `Completion suggests existing elements, then their actions`() throws {
    var root = Root()
    root.path.append(7)
    func texts(_ text: String) -> [String] {
      syntax.completions(of: text[...], as: Action.self, live: TypedValue(root)).map(\.text)
    }
    #expect(texts("ro") == ["rows["])
    #expect(texts("rows[") == ["id: 1]", "id: 20]"])
    #expect(texts("rows[i") == ["id: 1]", "id: 20]"])
    #expect(texts("rows[id: ") == ["id: 1]", "id: 20]"])
    #expect(texts("rows[id: 2") == ["20]"])
    #expect(texts("rows[id: 2].t") == ["tapped"])
    #expect(texts("rows[id: 2].rows[") == ["id: 1]", "id: 20]"])
    #expect(texts("rows.element(id: 2).t") == ["tapped"])
    // One row for each name, and both continuations after the whole name.
    #expect(texts("pa") == ["path["])
    #expect(texts("path") == ["path[", "path."])
    #expect(texts("path.") == ["element(id: ", "popFrom(id: ", "push(id: "])
    #expect(texts("path[") == ["#0]"])
    #expect(texts("path[#0].r") == ["renamed(", "rows["])
    #expect(texts("path[#0]") == [".tapped", ".renamed(", ".rows["])
    #expect(texts("rows[id: 2]") == [".tapped", ".renamed(", ".rows["])
    #expect(texts("sheet[") == [])
    root.path.removeAll()
    #expect(texts("path[") == ["#"])
  }

  @Test(arguments: [
    ("rows", "[id: Int].Row"), ("path", "[#0].Row"), ("rows[", "id: Int"), ("rows[i", "id: Int"),
    ("rows[id: ", "Int"), ("rows[id: 2", "Int"), ("path[", "StackElementID"),
    ("path[#0", "StackElementID"),
    ("rows[id: 2]", ".Row: tapped | renamed(String) | … 1 more"),
    ("path[#0]", ".Row: tapped | renamed(String) | … 1 more"),
    ("path[#0].", "Row: tapped | renamed(String) | … 1 more"),
    ("path[#0].renamed(", "String"), ("rows[id: 2].rows[", "id: Int"),
    ("rows[id: 2].rows[id: ", "Int"),
  ])
  func `A hint is about the element's action`(text: String, hint: String) {
    #expect(syntax.hint(of: text[...], as: Action.self) == hint)
  }

  @Test func `A path selects a stack element by its number`() throws {
    var root = Root()
    root.path.append(7)
    for path in ["path[#0]", "path[id: 0]", "path[id: #0]"] {
      let found = try ValuePath(reading: path[...]).evaluate(in: TypedValue(root))
      #expect(syntax.print(found) == "7", "\(path)")
    }
  }
}
