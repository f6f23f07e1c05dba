import Composable
import CustomDump
import MachoValues
import Testing

private struct Row: Equatable, Identifiable {
  var id: Int
  var name = ""
}

private enum Screen: Equatable {
  case detail(Detail)
  case settings
}

private struct Detail: Equatable {
  @PresentationState var alert: AlertState<Choice>?
  var count = 0
}

private enum Choice: Equatable {
  case confirm
  case save(Int)
}

/// A state as `@ObservableState` makes it.
private struct Observed: Equatable, Identifiable {
  var _$observationRegistrar = ObservationStateRegistrar()
  var id: Int
  var name: String
}

private struct Root: Equatable {
  var rows: IdentifiedArrayOf<Row> = []
  @PresentationState var screen: Screen?
  var path = StackState<Screen>()
}

private enum Action: Equatable {
  case screen(PresentationAction<Choice>)
  case path(StackAction<Screen, Choice>)
}

@Suite struct ValueConformanceTests {
  private let syntax = ValueSyntax()

  @Test func `Text does not contain the storage of an observable state`() throws {
    let rows = [Observed(id: 1, name: "a"), Observed(id: 2, name: "b")]
    let text = syntax.print(rows)
    #expect(!text.contains("egistrar"))
    #expect(try syntax.read(text[...], as: [Observed].self) == rows)
    let names = try syntax.read(
      #"[Observed(id: 3, name: "c")]"#, as: IdentifiedArrayOf<Observed>.self)
    #expect(names[id: 3]?.name == "c")
  }

  private func root() throws -> Root {
    try syntax.read(
      """
      Root(rows: [Row(id: 1, name: "a"), Row(id: 2, name: "b")], \
      screen: .detail(Detail(count: 3)), path: [#0: .settings, #2: .detail(Detail(count: 4))])
      """)
  }

  private func at(_ path: String) throws -> String {
    syntax.print(try ValuePath(reading: path[...]).evaluate(in: TypedValue(try root())))
  }

  private struct Settings: Equatable {
    @Shared(.inMemory("ValueConformanceTests")) var theme = Theme()
    @BindingState var query = ""
  }

  private struct Theme: Equatable {
    var name = "dark"
  }

  @Test func `Completion of a path hides the storage of property wrappers and collections`() throws
  {
    let root = TypedValue(try root())
    func members(_ path: String, _ root: TypedValue) -> [String] {
      syntax.completions(ofPath: path[...], in: root).map { "\($0.text): \($0.detail)" }
    }
    #expect(
      members("", root)
        == ["rows: IdentifiedArray<Int, Row>", "screen: Screen?", "path: StackState<Screen>"])
    #expect(members("screen.", root) == ["detail: Detail"])
    let sizes = ["count: Int", "isEmpty: Bool"]
    #expect(members("rows.", root) == sizes + ["first: Row?", "last: Row?", "ids: [Int]"])
    #expect(members("path.", root) == sizes + ["first: Screen?", "last: Screen?"])
    let settings = TypedValue(Settings())
    #expect(members("q", settings) == ["query: String"])
    #expect(members("theme.", settings) == ["name: String"])
    let name = try ValuePath(reading: "theme.name").evaluate(in: settings)
    #expect(syntax.print(name) == #""dark""#)
  }

  @Test func `Completion suggests the existing IDs of a stack and an identified array`()
    throws
  {
    let root = TypedValue(try root())
    func path(_ text: String) -> [String] {
      syntax.completions(ofPath: text[...], in: root).map(\.text)
    }
    #expect(path("path[") == ["#0]", "#2]"])
    #expect(path("path[#2") == ["#2]"])
    #expect(path("path[#2].d") == ["detail"])
    #expect(path("rows[id: ") == ["id: 1]", "id: 2]"])
    func action(_ text: String) -> [String] {
      syntax.completions(of: text[...], as: Action.self, live: root).map(\.text)
    }
    #expect(action("path.element(id: ") == ["#0", "#2"])
    #expect(action("path(.element(id: #") == ["#0", "#2"])
    #expect(action("path.element(id: #2") == ["#2"])
    #expect(action("path.element(id: #2, action: s") == ["save("])
    #expect(action("path.popFrom(id: #") == ["#0", "#2"])
    #expect(action("path.element(id: #9").isEmpty)
    #expect(syntax.hint(of: "path.element(id: ", as: Action.self) == "StackElementID")
    #expect(syntax.hint(of: "path.element(id: #0, ", as: Action.self) == "action: Choice")
    #expect(syntax.hint(of: "path.element(id: #0, action: save(1)", as: Action.self) == ")")
  }

  private func roundTrip<Value: Equatable>(_ value: Value) throws {
    let text = syntax.print(value)
    #expect(try syntax.read(text[...]) == value, "\(text)")
  }

  @Test func `PresentationState reads and prints as its wrapped value, nil by default`() throws {
    let detail: Detail = try syntax.read("Detail(count: 3)")
    #expect(detail == Detail(count: 3))
    #expect(syntax.print(detail) == "Detail(alert: nil, count: 3)")
    #expect(try root().screen == .detail(Detail(count: 3)))
    #expect(syntax.print(Root(screen: .settings)) == "Root(rows: [], screen: .settings, path: [:])")
  }

  @Test func `A stack reads and prints with its IDs`() throws {
    #expect(try root().path.ids.map { syntax.print($0) } == ["#0", "#2"])
    #expect(
      syntax.print(try root().path) == "[#0: .settings, #2: .detail(Detail(alert: nil, count: 4))]")
    #expect(throws: ValueError.self) {
      try syntax.read("[#0: .settings, #0: .settings]", as: StackState<Screen>.self)
    }
    #expect(syntax.print(try syntax.read("1", as: StackElementID.self)) == "#1")
    #expect(throws: ValueError.self) { try syntax.read("x", as: StackElementID.self) }
  }

  @Test func `A path may contain a stack's ID or index, and a presented case`() throws {
    #expect(try at("path[#2].detail.count") == "4")
    #expect(try at("path[0]") == "settings")
    #expect(try at("path.count") == "2")
    #expect(try at("screen.detail.count") == "3")
    #expect(try at("rows[id: 2].name") == "\"b\"")
    #expect(throws: ValueError.self) { try at("path[#1]") }
  }

  @Test func `An identified array reads and prints as its elements, with unique IDs`() throws {
    #expect(try root().rows == [Row(id: 1, name: "a"), Row(id: 2, name: "b")])
    #expect(throws: ValueError.self) {
      try syntax.read(
        #"[Row(id: 1, name: "a"), Row(id: 1, name: "b")]"#, as: IdentifiedArrayOf<Row>.self)
    }
  }

  @Test func `Actions of presentations and stacks parse back`() throws {
    #expect(
      syntax.print(Action.path(.element(id: 3, action: .confirm)))
        == "path[#3].confirm")
    for action: Action in [
      .screen(.dismiss), .screen(.presented(.save(2))), .path(.element(id: 0, action: .confirm)),
      .path(.popFrom(id: 1)), .path(.push(id: 2, state: .detail(Detail(count: 1)))),
    ] {
      try roundTrip(action)
    }
  }

  @Test func `An alert parses back from its text and from customDump's`() throws {
    let alert = AlertState<Choice> {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .save(1)) { TextState("Yes") }
      ButtonState(role: .cancel) { TextState("No").bold() + TextState("!") }
    } message: {
      TextState("For \"ever\"")
    }
    try roundTrip(alert)
    try roundTrip(ConfirmationDialogState(title: TextState("Sort"), buttons: alert.buttons))
    var plain = alert
    plain.actions[1] = .cancel(TextState("No"))
    #expect(try syntax.read(String(customDumping: plain)[...]) == plain)
    #expect(syntax.print(plain.title) == "\"Delete?\"")
  }

  @Test func `Default values of alerts and dialogs can be omitted`() throws {
    let alert = AlertState<Choice> { TextState("Sorry") }
    #expect(String(customDumping: alert) == #"AlertState(title: "Sorry")"#)
    #expect(try syntax.read(String(customDumping: alert)[...]) == alert)
    let dialog = ConfirmationDialogState<Choice>(
      title: TextState("Sort"), buttons: [.default(TextState("Name"))])
    #expect(try syntax.read(String(customDumping: dialog)[...]) == dialog)
    #expect(
      try syntax.read(
        #"AlertState(title: "Sorry", actions: [ButtonState(label: "OK")])"#,
        as: AlertState<Choice>.self)
        == AlertState(title: TextState("Sorry"), buttons: [.default(TextState("OK"))]))
    #expect(throws: ValueError.self) {
      try syntax.read("AlertState()", as: AlertState<Choice>.self)
    }
  }
}
