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
    ("ignore ad", "no-such-case"),
  ])
  func `An invalid action is an error`(line: String, code: String) throws {
    #expect(try self.code(line)?.rawValue == code)
  }

  @Test(arguments: [
    "send add(3)", "send add($number)", "receive added", "receive _",
    "receive unordered added, added",
    "ignore off", "ignore", "! [no-such-case] send ad", "[linux] send ad", "state cuont", "echo x",
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
