import Testing

@testable import MachoScripting

@Suite struct `Logical lines` {
  @Test(arguments: [
    ("", []), ("\n \n", []), ("state", ["1 state"]), ("a\r\nb\n", ["1 a", "2 b"]),
    ("\n\nsend f(\n  1\n)\nstate", ["3 send f(\n  1\n)", "6 state"]),
    ("# (\n| (\nstate", ["1 # (", "2 | (", "3 state"]),
    // An error that no further line can fix completes the line.
    ("send f(\"x\nstate", ["1 send f(\"x", "2 state"]),
    ("send f(]\nstate", ["1 send f(]", "2 state"]),
    // An incomplete last line is returned as it is.
    ("state\nsend f(\n1", ["1 state", "2 send f(\n1"]),
    // A name in backticks contains no delimiters.
    ("send `\"`\nsend `(`(1)\nsend `[{#\"`", ["1 send `\"`", "2 send `(`(1)", "3 send `[{#\"`"]),
    ("send `a(`(\n1)\nsend `a", ["1 send `a(`(\n1)", "3 send `a"]),
    ("send f(\"`\", (\n1), \"`\")\nstate", ["1 send f(\"`\", (\n1), \"`\")", "3 state"]),
    ("send f(\"\"\"\n)\n\n日本\"\"\")\nstate", ["1 send f(\"\"\"\n)\n\n日本\"\"\")", "5 state"]),
  ])
  func `are found in a text with their line numbers`(text: String, lines: [String]) {
    #expect(logicalLines(of: text).map { "\($0.number) \($0.text)" } == lines)
  }

  @Test(arguments: [
    ("state", true), ("send f(", false), ("send f(\n1)", true), ("state\nsend f(", true),
    ("send f(\"\"\"\n\"", false), ("send f(\"x\ny\")", true),
  ])
  func `are complete both line by line and all at once`(text: String, isComplete: Bool) {
    var wholeText = LogicalLineReader()
    #expect(wholeText.consume(text) == isComplete)
    var byLine = LogicalLineReader()
    var last = false
    for line in text.split(separator: "\n") { last = byLine.consume(String(line)) }
    #expect(last == isComplete)
  }
}
