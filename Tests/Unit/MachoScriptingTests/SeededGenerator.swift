import MachoSessions

@testable import MachoScripting

/// The same seed produces the same numbers on every platform.
typealias SeededGenerator = SplitMix64

extension SeededGenerator {
  mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }

  mutating func many<T>(
    _ range: ClosedRange<Int>, _ make: (inout Self) throws -> T
  ) rethrows -> [T] {
    try (0..<Int.random(in: range, using: &self)).map { _ in try make(&self) }
  }

  /// Returns a line of output with characters and prefixes that have special meanings in scripts.
  mutating func hostileLine() -> String {
    let parts = [
      "", " ", "  ", "\t", "|", "| ", "|...", "|~ ", "|= <a:/b/>", "#", "##", "-- x --", "\\-- x",
      "\\", "\\x20", "\\x", "\\x{", "\\x{41}", "\\x{110000}", "\\x4", "\\x5C", "\\n", "\\u{20}",
      "\r", "\u{0}", "\u{7F}", "\u{85}", "\u{1B}[31m", "\u{2028}", "\u{FEFF}", "\u{202E}",
      "\u{301}", "e\u{301}", "é", "日本", "\u{3000}", "\u{A0}", "👩‍👩‍👧", "\"", "\"\"\"", "(", "]", "{",
      "! [x]", "[linux]", "send x", "+   a: 1", "<", "/>", "}",
    ]
    return many(0...5) { $0.pick(parts) }.joined()
  }
}

/// Returns the bytes of a text, because `==` on strings treats canonically equivalent text as equal.
func bytes(_ text: String) -> [UInt8] {
  Array(text.utf8)
}

/// Returns the syntax errors of a script.
func errors(_ text: String) -> [ScriptParseError] {
  errors(bytes: bytes(text))
}

func errors(bytes: [UInt8]) -> [ScriptParseError] {
  do throws(ScriptParseErrors) {
    _ = try ScriptParser.parse(bytes)
    return []
  } catch {
    return error.errors
  }
}

/// Returns position and code of each syntax error of a script: `3:0-5 unclosed`.
func errorPositions(_ text: String) -> [String] {
  errors(text).map {
    "\($0.line):\($0.columns.lowerBound)-\($0.columns.upperBound) \($0.code.rawValue)"
  }
}
