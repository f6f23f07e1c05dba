import Testing

@testable import MachoScripting

@Suite struct `A user's regular expression` {
  private static let text = String(repeating: "a", count: 60) + "b"

  /// One pattern only: the thread of an abandoned match runs until the tests end.
  private static let slow = "(a+)+$"

  @Test func `is abandoned if it tries too many ways`() throws {
    let regex = try UserRegex(Self.slow)
    #expect(throws: UserRegex.Failure.self) { try regex.groups([], ofWhole: Self.text) }
    #expect(throws: UserRegex.Failure.self) { try regex.occurs(in: Self.text) }
  }

  @Test func `matches as Swift's does`() throws {
    #expect(try UserRegex("a+b").occurs(in: Self.text))
    #expect(try !UserRegex("^b").occurs(in: Self.text))
    #expect(try UserRegex("(?<n>(ab)+)c").groups(["n"], ofWhole: "ababc") == ["n": "abab"])
    #expect(try UserRegex("(?<n>\\d*)x").groups(["n"], ofWhole: "ab") == nil)
    let text = "id 12, id 345"
    #expect(try UserRegex("\\d+").ranges(in: text).map { text[$0] } == ["12", "345"])
  }

  @Test func `is invalid if it nests too deeply or is too long`() {
    let nested = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
    #expect(throws: UserRegex.Failure.self) { try UserRegex(nested) }
    #expect(throws: UserRegex.Failure.self) { try UserRegex("(") }
  }

  @Test func `withholds a text whose secrets it cannot find`() throws {
    let redactor = try Redactor(patterns: [Self.slow], properties: [])
    #expect(!redactor.redact(Self.text).contains("aa"))
    #expect(Redactor.problems.contains { $0.contains(Self.slow) })
  }
}
