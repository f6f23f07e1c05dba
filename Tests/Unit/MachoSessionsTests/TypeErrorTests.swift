import MachoSessions
import Testing

/// Lines are compared with the types of a feature, without a session.
@Suite struct TypeErrorTests {
  private func code(_ line: String) throws -> DiagnosticCode? {
    try Line(parsing: line).typeError(in: TallyFeature())?.code
  }

  @Test(arguments: [
    ("send ad(3)", "no-such-case"), ("send add(\"x\")", "wrong-type"),
    ("receive ad", "no-such-case"), ("receive unordered added, ad", "no-such-case"),
    ("ignore ad", "no-such-case"), ("state cuont", "no-such-property"),
    ("watch note.nope", "no-such-property"), ("expect cuont == 1", "no-such-property"),
    ("expect count == \"1\"", "wrong-type"), ("expect count", "wrong-type"),
    ("expect count < $x.y, 1", "syntax"), ("let x = cuont", "no-such-property"),
    ("let x = count[0]", "no-such-element"), ("modify cuont = 1", "no-such-property"),
    ("start State(cuont: 1)", "no-such-property"), ("start State(count: \"x\")", "wrong-type"),
    ("stub uid -> 1", "no-such-endpoint"), ("stub uuid -> \"x\"", "wrong-type"),
    ("stub library.search(1, _) -> []", "wrong-type"), ("answer uid -> 1", "no-such-endpoint"),
    ("stub uuid pending", "not-supported"),
    ("expect count == 1 and cuont == 2", "no-such-property"),
    ("always cuont == 1", "no-such-property"), ("at rest count == \"1\"", "wrong-type"),
    ("isPositive leads to cuont > 1", "no-such-property"), ("after ad count > 1", "no-such-case"),
    ("always count == old(note)", "cannot-compare"), ("property nonsense", "usage"),
  ])
  func `An invalid argument is an error`(line: String, code: String) throws {
    #expect(try self.code(line)?.rawValue == code)
  }

  @Test(arguments: [
    "send add(3)", "send add($number)", "receive added", "receive _",
    "receive unordered added, added",
    "ignore off", "ignore", "! [no-such-case] send ad", "[linux] send ad", "echo x",
    "state", "state count", "state isPositive", "watch off", "watch note.count",
    "expect note == nil",
    "expect note is _", "expect note contains \"x\"", "expect note.first == \"x\"",
    "expect isPositive", "expect count == $x", "let x = count", "let x = 3", "let x = [1]",
    "let x = true", "let x = $y", "let x = State(count: 1)", "start", "start State(count: $x)",
    "stub uuid -> incrementing",
    "stub library.search -> [\"a\"] after 1s, then throws error(\"x\")",
    "stub library.search -> $x", "answer library.search(_, _) #2 -> [\"a\"]",
    "! [no-such-property] state cuont", "expect not isPositive or count == count",
    "property", "always isPositive implies count > $x", "isPositive leads to count > old(count)",
  ])
  func `A line that may pass is none`(line: String) throws {
    #expect(try code(line) == nil)
  }

  @Test func `The range is that of the name in the line`() throws {
    let error = try Line(parsing: "send ad(3)").typeError(in: TallyFeature())
    #expect(error?.range == 5..<7)
    #expect(error?.candidates.isEmpty == false)
  }
}
