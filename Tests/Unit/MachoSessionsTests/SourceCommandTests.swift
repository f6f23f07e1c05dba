import Testing

@testable import MachoSessions

@Suite struct `The arguments of 'source'` {
  private func parsed(_ text: String) -> SourceArguments {
    SourceArguments(Arguments(text, from: 0))
  }

  @Test(arguments: [
    ("a.macho", "a.macho", []), ("at the end", "at the end", []), ("", "", []),
    ("a with(n: 1)", "a", ["n 1"]), ("a with (n: 1)", "a", ["n 1"]),
    ("come with me with(n: f(a, b), m: \"a, b\")", "come with me", ["n f(a, b)", "m \"a, b\""]),
    ("a with(\n  n: [1: 2],\n  m: $n2\n)", "a", ["n [1: 2]", "m $n2"]),
    ("with(n: 1)", "", ["n 1"]), ("a with", "a with", []), ("a with(n: 1) b", "a with(n: 1) b", []),
  ])
  func `are a name and parameters`(text: String, name: String, parameters: [String]) throws {
    let arguments = parsed(text)
    #expect(arguments.name.text == name)
    #expect(try arguments.parameters().map { "\($0.name) \($0.value.text)" } == parameters)
  }

  @Test(arguments: [
    ("a with()", 7..<7), ("a with(1)", 7..<8), ("a with(1: 1)", 7..<8), ("a with(n: )", 9..<9),
    ("a with(n: 1, n: 2)", 13..<14), ("a with(n: 1,)", 12..<12),
    ("a with(n: 1, m: $n)", 16..<18), ("a with(n: 1, m: $n.x)", 16..<20),
  ])
  func `have errors with positions`(text: String, range: Range<Int>) {
    let error = #expect(throws: Diagnostic.self) { try parsed(text).parameters() }
    #expect(error?.code == "usage" && error?.range == range)
  }

  @Test func `name what a line runs`() {
    #expect(Line("source a with(n: 1)").sourcedName == "a")
    #expect(Line("! source a").sourcedName == "a")
    #expect(Line("echo a").sourcedName == nil)
  }

  @Test func `are bound by lines in which a name is a value`() {
    #expect(Line.binding("n", to: "toggle").text == "let n = .toggle")
    #expect(Line.binding("n", to: "rows[id: 1].tap").text == "let n = .rows[id: 1].tap")
    for value in [".toggle", "true", "nil", "1", "\"a\"", "$m.n", "[1]", "f(1)", "300ms", "-1"] {
      #expect(Line.binding("n", to: value).text == "let n = " + value)
    }
  }

  @Test func `use variables`() {
    #expect(Line.variableNames(in: "f($a, \"$b\", $c.d[$e]) $ $1") == ["a", "b", "c", "e"])
  }
}
