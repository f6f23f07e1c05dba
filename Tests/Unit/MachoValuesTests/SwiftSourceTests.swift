import Foundation
import Testing

@testable import MachoValues

/// Tests the Swift source expressions that exports generate.
@Suite struct SwiftSourceTests {
  private struct Row: Equatable, Identifiable {
    let id: Int
    var name: String
    var note: String?
    let fixed: Int?
  }

  struct Page: Equatable {
    struct Row: Equatable, Identifiable {
      let id: Int
      var name: String
      var note: String?
    }

    enum Sheet: Equatable {
      case none
      case edit(row: Row, isNew: Bool)
    }

    var title = ""
    var rows: [Row] = []
    var counts: [String: Int] = [:]
    var sheet: Sheet?
    var selected: Row?
  }

  struct Cell: Equatable {
    let width: Int
    var text: String
  }

  struct Action: Equatable {
    var run: (@Sendable () -> Void)?
    var rest = 0

    static func == (left: Self, right: Self) -> Bool { left.rest == right.rest }
  }

  struct Label: Equatable {
    let isBold: Bool
    let text: String

    init(_ text: String, isBold: Bool = false) {
      self.isBold = isBold
      self.text = text
    }
  }

  struct Tag: Equatable {
    var value: Int
    var isSet: Bool

    init(value: String) {
      self.value = value.count
      isSet = true
    }

    init(value: Int) {
      self.value = value
      isSet = false
    }
  }

  struct Anything: Equatable {
    let value: any Sendable & Hashable

    static func == (left: Self, right: Self) -> Bool {
      AnyHashable(left.value) == AnyHashable(right.value)
    }
  }

  struct Pair<Element: Equatable>: Equatable {
    var both: [Element]
    private var count = 2

    init(both: [Element]) { self.both = both }
  }

  private func source<T>(_ value: T) throws -> String {
    var printer = SwiftSourcePrinter(syntax: ValueSyntax())
    return try printer.expression(value, as: T.self).line
  }

  private func changes(
    _ old: Page, _ new: Page, _ purpose: SwiftAssignments.Purpose = .once
  ) throws -> [String] {
    var changes = SwiftAssignments(
      printer: SwiftSourcePrinter(syntax: ValueSyntax()), purpose: purpose)
    return try changes.statements(from: old, to: new, as: Page.self, at: "$0").map(\.line)
  }

  private func test(_ text: String, in page: Page) throws -> [String] {
    var comparison = SwiftComparison(
      root: "state", computed: ComputedProperties(),
      printer: SwiftSourcePrinter(syntax: ValueSyntax()))
    return try comparison.lines(
      testing: Comparison(reading: text[...]), in: TypedValue(page))
  }

  @Test func `leaves are written as expressions that create them`() throws {
    #expect(try source(-3) == "-3")
    #expect(try source(Double.infinity) == ".infinity")
    #expect(try source("a \"b\"\n") == #""a \"b\"\n""#)
    #expect(try source(Duration.milliseconds(1_300)) == ".milliseconds(1300)")
    #expect(try source(Duration.seconds(2)) == ".seconds(2)")
    #expect(try source(Duration.nanoseconds(7)) == ".nanoseconds(7)")
    #expect(try source(Date(timeIntervalSince1970: 5)) == "Date(timeIntervalSince1970: 5.0)")
    let uuid = try #require(UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"))
    #expect(try source(uuid) == "UUID(uuidString: \"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF\")!")
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    #expect(try source(url) == #"URL(string: "https://example.com/a?b=c")!"#)
    #expect(try source(Data("hi".utf8)) == #"Data(base64Encoded: "aGk=")!"#)
    #expect(try source(0..<10) == "0..<10")
    #expect(try source(-3 ..< -1) == "(-3)..<(-1)")
    #expect(try source(0.0...Double.infinity) == "0.0...(.infinity)")
    #expect(try source(["b": 1, "a": 2]) == #"["a": 2, "b": 1]"#)
    #expect(try source(Set([2, 1])) == "[1, 2]")
    #expect(try source([String: Int]()) == "[:]")
  }

  @Test func `Optionals, tuples and errors keep their type`() throws {
    #expect(try source(Int?.none) == "nil")
    #expect(try source(Int??.some(nil)) == ".some(nil)")
    #expect(try source((1, name: "a")) == #"(1, name: "a")"#)
    let result: Result<Int, any Error> = .failure(ScriptedError("offline"))
    #expect(try source(result) == #".failure(ScriptError("offline"))"#)
    #expect(try source(Page.Sheet.none) == ".none")
    let any: [Any] = [1, Int8(2), Date(timeIntervalSince1970: 5)]
    #expect(try source(any) == "[1, (2 as Int8), Date(timeIntervalSince1970: 5.0)]")
    #expect(SwiftExpression.list(".some(", [.text("1")], ")").head == ".some")
    #expect(SwiftExpression.prefixed("A", .text(".b(1)")).head == "A.b")
  }

  @Test func `a struct includes its nil properties, because their defaults may differ`() throws {
    let row = Page.Row(id: 1, name: "Blob")
    #expect(try source(row) == #"SwiftSourceTests.Page.Row(id: 1, name: "Blob", note: nil)"#)
    let sheet = Page.Sheet.edit(row: row, isNew: true)
    #expect(
      try source(sheet)
        == #".edit(row: SwiftSourceTests.Page.Row(id: 1, name: "Blob", note: nil), isNew: true)"#)
  }

  @Test func `a value without an expression is reported with its type and path`() throws {
    let row = Row(id: 1, name: "Blob", fixed: nil)
    let error = try #require(throws: ValueError.self) { try source([row]) }
    #expect(
      error.message
        == "[0]: the type SwiftSourceTests.Row is private, so other files cannot name it")
    let closure = try #require(throws: ValueError.self) { try source(Action(run: {})) }
    #expect(closure.message.contains("SwiftSourceTests.Action.run"))
    var leaves = LeafRegistry.standard
    leaves.register(Cell.self, read: { _ in nil }, print: { $0.text })
    var printer = SwiftSourcePrinter(syntax: ValueSyntax(leaves: leaves))
    #expect(throws: ValueError.self) {
      try printer.expression(Cell(width: 1, text: "x"), as: Cell.self)
    }
    leaves.register(
      Cell.self, read: { _ in nil }, print: { $0.text }, source: { "Cell(\($0.width))" })
    printer = SwiftSourcePrinter(syntax: ValueSyntax(leaves: leaves))
    #expect(try printer.expression(Cell(width: 1, text: "x"), as: Cell.self).line == "Cell(1)")
  }

  @Test func `a change is expressed in the fewest assignments`() throws {
    let row = Page.Row(id: 1, name: "Blob")
    var new = Page()
    #expect(try changes(Page(), new) == [])
    new.title = "a"
    new.counts = ["x": 1]
    #expect(try changes(Page(), new) == [#"$0.title = "a""#, #"$0.counts = ["x": 1]"#])
    var newer = new
    newer.counts = ["y": 2]
    #expect(try changes(new, newer) == [#"$0.counts["x"] = nil"#, #"$0.counts["y"] = 2"#])
    var (old, changed) = (Page(rows: [row, row]), Page(rows: [row, row]))
    changed.rows[1].name = "Jr"
    #expect(try changes(old, changed) == [#"$0.rows[1].name = "Jr""#])
    // An identity is constant, so the whole element is assigned.
    changed.rows[1] = Page.Row(id: 2, name: "Jr")
    #expect(
      try changes(old, changed)
        == [#"$0.rows[1] = SwiftSourceTests.Page.Row(id: 2, name: "Jr", note: nil)"#])
    (old.selected, changed.selected, changed.rows) = (row, row, old.rows)
    changed.selected?.note = "new"
    #expect(try changes(old, changed) == [#"$0.selected?.note = "new""#])
    changed.selected = nil
    #expect(try changes(old, changed) == ["$0.selected = nil"])
  }

  @Test func `repeatable assignments do not append`() throws {
    let (one, two) = (Page.Row(id: 1, name: "a"), Page.Row(id: 2, name: "b"))
    let (old, new) = (Page(rows: [one]), Page(rows: [one, two]))
    #expect(
      try changes(old, new)
        == [#"$0.rows.append(SwiftSourceTests.Page.Row(id: 2, name: "b", note: nil))"#])
    #expect(try changes(old, new, .repeatable)[0].hasPrefix("$0.rows = ["))
  }

  @Test func `a comparison becomes an equivalent test`() throws {
    let row = Page.Row(id: 7, name: "Blob")
    let page = Page(title: "A", rows: [row], counts: ["a": 1], selected: row)
    #expect(try test("rows.isEmpty == false", in: page) == ["#expect(state.rows.isEmpty == false)"])
    #expect(
      try test("selected.name == \"Blob\"", in: page) == [
        #"#expect(state.selected?.name == "Blob")"#
      ])
    #expect(try test("selected.note == nil", in: page) == ["#expect(state.selected?.note == nil)"])
    #expect(try test("rows[0].id < 9", in: page) == ["#expect(state.rows[0].id < 9)"])
    #expect(
      try test("rows[id: 7].id < 9", in: page)
        == ["#expect((state.rows.first(where: { $0.id == 7 })?.id).map { $0 < 9 } == true)"])
    #expect(try test(#"counts["a"] == 1"#, in: page) == [#"#expect(state.counts["a"] == 1)"#])
    #expect(try test(#"title contains "A""#, in: page) == [#"#expect(state.title.contains("A"))"#])
    #expect(
      try test("rows.first.name is \"Blob\"", in: page) == [
        #"#expect(state.rows.first?.name == "Blob")"#
      ])
  }

  @Test func `a case with several values and a pattern have no Swift test`() throws {
    var page = Page()
    page.sheet = .edit(row: Page.Row(id: 1, name: "x"), isNew: true)
    let error = try #require(throws: ValueError.self) {
      try test("sheet.edit.isNew", in: page)
    }
    #expect(error.message == "a case with several values")
    #expect(throws: ValueError.self) { try test("rows contains Row(id: _, name: \"x\")", in: page) }
  }

  @Test func `a payload without a value is an empty tuple`() throws {
    #expect(try source(Result<Void, any Error>.success(())) == ".success(())")
    #expect(try source(Void?.some(())) == "()")
  }

  @Test func `an array in an Optional is changed through the Optional`() throws {
    struct List: Equatable { var items: [Int]? }
    var changes = SwiftAssignments(
      printer: SwiftSourcePrinter(syntax: ValueSyntax()), purpose: .once)
    let statements = try changes.statements(
      from: List(items: [1]), to: List(items: [1, 2]), as: List.self, at: "$0")
    #expect(statements.map(\.line) == ["$0.items?.append(2)"])
  }

  @Test func `the value of a case is modified by its key path, if the enum has one`() throws {
    typealias Screen = Presenter.Screen
    func lines(_ old: Screen, _ new: Screen, hasKeyPaths: Bool = true) throws -> [String] {
      var changes = SwiftAssignments(
        printer: SwiftSourcePrinter(syntax: ValueSyntax()), purpose: .once)
      changes.hasCaseKeyPaths = { hasKeyPaths && $0 == Screen.self }
      return try changes.statements(
        from: Presenter(screen: old), to: Presenter(screen: new), as: Presenter.self, at: "$0"
      ).map(\.line)
    }
    let old = Screen.sheet(Presenter.Sheet())
    let new = Screen.sheet(Presenter.Sheet(title: "a", count: 1))
    #expect(
      try lines(old, new)
        == [#"$0.screen?.modify(\.sheet) { $0.title = "a"; $0.count = 1 }"#])
    for (old, new, hasKeyPaths) in [
      (old, new, false), (.number(1), .number(2), true), (old, .number(2), true),
      (.pair(1, 2), .pair(1, 3), true),
    ] as [(Screen, Screen, Bool)] {
      let found = try lines(old, new, hasKeyPaths: hasKeyPaths)
      #expect(found.count == 1 && found[0].hasPrefix("$0.screen = ."), "\(found)")
    }
  }

  @Test func `a call that returns a value is discarded in the content of a shared value`() {
    let printer = SwiftSourcePrinter(syntax: ValueSyntax())
    for (purpose, line) in [(.once, "f()"), (.sharedContent, "_ = f()")]
      as [(SwiftAssignments.Purpose, String)]
    {
      let changes = SwiftAssignments(printer: printer, purpose: purpose)
      #expect(changes.callStatement(.text("f()"), returnsValue: true).line == line)
    }
  }

  @Test func `a state that cannot be assigned has no statement for a plain value`() {
    #expect(throws: ValueError.self) {
      try changes(Page(), Page(title: "A"), .readOnly)
    }
  }

  #if MACHO_LINUX && DEBUG
    @Test func `a parameter without a label takes the only property of its type`() throws {
      #expect(try source(Label("a", isBold: true)) == #"SwiftSourceTests.Label("a", isBold: true)"#)
    }

    @Test func `an initializer with the right types is chosen among others with its labels`() throws
    {
      #expect(
        try source(Tag(value: 3))
          == "{ () -> SwiftSourceTests.Tag in var value = SwiftSourceTests.Tag(value: 3); "
          + "value.isSet = false; return value }()")
    }

    @Test func `an initializer takes a value of a protocol type`() throws {
      #expect(try source(Anything(value: 3)) == "SwiftSourceTests.Anything(value: 3)")
    }

    @Test func `a generic value is created with its own initializer`() throws {
      #expect(try source(Pair(both: [1, 2])) == "SwiftSourceTests.Pair(both: [1, 2])")
    }
  #endif

  @Test func `a long expression is broken into lines`() {
    let list = SwiftExpression.list(
      "f(", [.prefixed("first: ", .text("1")), .list("[", [.text("22"), .text("333")], "]")], ")")
    #expect(list.lines(width: 40) == ["f(first: 1, [22, 333])"])
    #expect(list.lines(width: 20) == ["f(", "  first: 1,", "  [22, 333]", ")"])
  }
}

/// A state that presents one of several screens.
struct Presenter: Equatable {
  struct Sheet: Equatable {
    var title = ""
    var count = 0
  }

  enum Screen: Equatable {
    case sheet(Sheet)
    case number(Int)
    case pair(Int, Int)
  }

  var screen: Screen?
}
