import MachoSessions
import MachoValues
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
    ("modify count = 1", "wrong-type"), ("modify count", "usage"),
    ("advance banana", "wrong-type"), ("advance -1s", "out-of-range"),
    ("timeout banana", "wrong-type"), ("timeout 0s", "out-of-range"),
    ("settle within banana", "wrong-type"), ("settle within -1s", "out-of-range"),
    ("skip \"why\" not", "syntax"), ("xfail \"why\" not", "syntax"),
    ("context preview \"nope\"", "no-such-preset"), ("let x = 1 2", "syntax"),
    ("replay 0 on State(cuont: 1)", "no-such-property"), ("expect count == old(count)", "usage"),
    ("explore cuont > 1", "no-such-property"), ("explore until count == \"1\"", "wrong-type"),
    ("explore always cuont > 1", "no-such-property"),
    ("source with(x: 1, x: 2)", "usage"), ("record start a.macho --round x", "wrong-type"),
    ("undo 99999999999999999999", "out-of-range"),
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
    "advance", "advance 1s", "advance $time", "settle within 2s", "timeout 2s", "goto 3",
    "use other", "goto start", "replay 0 on $base", "source nope.macho", "let x = [0].count",
    "echo $x",
    "explore races", "explore", "schedule", "record start a.macho", "start @file(\"nope.json\")",
  ])
  func `A line that may pass is none`(line: String) throws {
    #expect(try code(line) == nil)
  }

  @Test func `Files are read if they are known`() throws {
    struct Files: FileSource {
      func contents(of name: String) throws -> String {
        guard name == "bad.json" else { throw CancellationError() }
        return #"{"count": "x"}"#
      }
      func names(near text: String) -> [String] { ["bad.json", "bed.jso/"] }
    }
    func problem(_ line: String) throws -> Diagnostic? {
      try Line(parsing: line).typeError(in: TallyFeature(), files: Files())
    }
    func code(_ line: String) throws -> DiagnosticCode? {
      let problem = try problem(line)
      return problem?.code
    }
    #expect(try code("source nope.macho") == "no-such-file")
    #expect(try code("start @file(\"nope.json\")") == "no-such-file")
    #expect(try code("start @file(\"bad.json\")") == "wrong-type")
    #expect(try code("source bad.json") == nil)
    #expect(try problem("source bed.json")?.candidates == ["bad.json"])
    #expect(try problem("start @file(\"bed.json\")")?.candidates == ["@file(\"bad.json\")"])
  }

  @Test func `Without a feature, what no feature can make valid is an error`() throws {
    #expect(try Line(parsing: "timeout banana").typeError(in: nil)?.code == "wrong-type")
    #expect(try Line(parsing: "send ad(3)").typeError(in: nil) == nil)
  }

  @Test func `The range is that of the name in the line`() throws {
    let error = try Line(parsing: "send ad(3)").typeError(in: TallyFeature())
    #expect(error?.range == 5..<7)
    #expect(error?.candidates.isEmpty == false)
  }
}
