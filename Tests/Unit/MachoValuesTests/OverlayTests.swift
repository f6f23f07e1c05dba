import MachoValues
import Testing

private struct Live {
  var onTap: () -> Int
  weak var model: Model?
  var count: Int
}

@Suite struct OverlayTests {
  let syntax = ValueSyntax()

  private func overlay<T>(_ text: String, _ base: T) throws -> T? {
    try syntax.read(text[...], as: T.self, overlaying: base) as? T
  }

  @Test("omitted properties keep their value at any depth")
  func depth() throws {
    var base = Search.State()
    base.results = [1, 2]
    base.settings.limits.high = 99
    var expected = base
    expected.query = "cats"
    expected.settings.limits.low = 5
    #expect(
      try overlay("State(query: \"cats\", settings: Settings(limits: .init(low: 5)))", base)
        == expected)
    #expect(try overlay("Search.State()", base) == base)
  }

  @Test("the text of a variable may omit properties, and 'with' replaces others")
  func templates() throws {
    let syntax = ValueSyntax(variables: ["t": Variable(text: "State(query: \"cats\")")])
    var base = Search.State()
    base.results = [1, 2]
    base.settings.limits.high = 99
    var expected = base
    expected.query = "cats"
    func read(_ text: Substring) throws -> Search.State? {
      try syntax.read(text, as: Search.State.self, overlaying: base) as? Search.State
    }
    #expect(try read("$t") == expected)
    expected.settings.limits.low = 5
    #expect(try read("$t with(settings: Settings(limits: .init(low: 5)))") == expected)
    #expect(try read("State() with(results: [])")?.results == [])
  }

  @Test("an Optional struct is overlaid if it is not nil")
  func optional() throws {
    var base = Search.State()
    base.contact = Contact(id: try syntax.read("UUID(1)"), name: "Blob", nick: "B")
    let changed = try overlay("State(contact: Contact(name: \"Bob\"))", base)
    #expect(changed?.contact?.name == "Bob")
    #expect(changed?.contact?.nick == "B")
    #expect(try overlay("State(contact: nil)", base)?.contact == nil)
    #expect(throws: ValueError.self) {
      try overlay("State(contact: Contact(name: \"x\"))", Search.State())
    }
  }

  @Test("closures and weak references in the start state are kept")
  func unreadable() throws {
    let model = Model(n: 1)
    let changed = try overlay("Live(count: 5)", Live(onTap: { 42 }, model: model, count: 0))
    #expect(changed?.count == 5)
    #expect(changed?.onTap() == 42)
    #expect(changed?.model === model)
  }

  @Test("an overlay that fails throws")
  func failing() throws {
    let error = #expect(throws: ValueError.self) {
      try overlay("State(query: \"x\", results: [1, \"a\"])", Search.State())
    }
    #expect(error?.code == "wrong-type")
  }
}
