import Testing

@testable import MachoScripting

@Suite struct `A unified diff` {
  private func diff(_ old: String, _ new: String) throws -> String {
    UnifiedDiff.text(
      from: try SourceText(reading: Array(old.utf8)), to: try SourceText(reading: Array(new.utf8)),
      path: "a.macho")
  }

  @Test func `has three lines of context around each change`() throws {
    let lines = (1...12).map { "\($0)\n" }
    let old = lines.joined()
    let new = lines.joined().replacing("6\n", with: "six\nseven\n")
    #expect(
      try diff(old, new) == """
        --- a.macho
        +++ a.macho
        @@ -3,7 +3,8 @@
         3
         4
         5
        -6
        +six
        +seven
         7
         8
         9

        """)
  }

  @Test func `names a missing line feed at the end, and the line before an empty range`() throws {
    #expect(
      try diff("", "a") == """
        --- a.macho
        +++ a.macho
        @@ -0,0 +1,1 @@
        +a
        \\ No newline at end of file

        """)
  }

  @Test func `of equal texts is empty`() throws {
    #expect(try diff("a\n", "a\n") == "")
  }
}
