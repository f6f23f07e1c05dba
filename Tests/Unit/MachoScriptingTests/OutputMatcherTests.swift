import MachoReporting
import Testing

@testable import MachoScripting

@Suite struct OutputMatcherTests {
  private func expectedOutput(_ lines: String...) throws -> ExpectedOutput {
    let text = "send x\n" + lines.joined(separator: "\n")
    return try #require(try ScriptParser.parse(text).steps.first?.expectedOutput)
  }

  private func mismatch(_ expected: ExpectedOutput, _ actual: [OutputLine]) -> Mismatch? {
    var bindings = CaptureBindings()
    return expected.match(actual: actual, bindings: &bindings)
  }

  @Test func `All lines must match in order`() throws {
    let expected = try expectedOutput("| a", "|", "| b")
    #expect(mismatch(expected, ["a", "", "b"]) == nil)
    let differs = try #require(mismatch(expected, ["a", "", "c"]))
    #expect((differs.expectedIndex, differs.actualIndex, differs.line) == (2, 2, 4))
    #expect(differs.reason == .differs)
    #expect(mismatch(expected, ["a", ""])?.reason == .missingOutput)
    #expect(mismatch(expected, ["a", "", "b", "d"])?.reason == .extraOutput)
    #expect(mismatch(expected, [])?.actualIndex == nil)
  }

  @Test func `Canonically equivalent text does not match`() throws {
    #expect(mismatch(ExpectedOutput(literal: ["é"]), ["e\u{301}"]) != nil)
  }

  @Test func `Trailing spaces of an expected line are ignored`() throws {
    #expect(mismatch(try expectedOutput("| a  ", "|   ", "|...  "), ["a", ""]) == nil)
    #expect(mismatch(try expectedOutput("| a "), ["a "]) != nil)
  }

  @Test func `Three dots match as few lines as possible`() throws {
    let expected = try expectedOutput("|...", "| a", "|= <x:/.+/>", "|...", "| z")
    var bindings = CaptureBindings()
    #expect(
      expected.match(actual: ["0", "a", "1", "a", "2", "z", "z"], bindings: &bindings) == nil)
    #expect(bindings.values == ["x": "1"])
    #expect(mismatch(try self.expectedOutput("|..."), []) == nil)
    #expect(mismatch(try self.expectedOutput("|...", "|...", "| a"), ["a"]) == nil)
    #expect(
      mismatch(try self.expectedOutput("| a", "|...", "| b"), ["a"])?.reason == .missingLine)
  }

  @Test func `A regular expression must match the whole line`() throws {
    let expected = try expectedOutput(#"|~ \d+|x"#)
    #expect(mismatch(expected, ["42"]) == nil)
    #expect(mismatch(expected, ["42 "]) != nil)
    #expect(mismatch(expected, ["4x"]) != nil)
  }

  @Test func `A capture binds its name and later matches only the same text`() throws {
    let first = try expectedOutput(#"|= id: <id:/[0-9]+/>, \<b> <b:/\w*/>"#, #"|= <id:/.*/>"#)
    var bindings = CaptureBindings()
    #expect(first.match(actual: ["id: 12, <b> q", "12"], bindings: &bindings) == nil)
    #expect(bindings.values == ["id": "12", "b": "q"])
    let second = try expectedOutput("|= again <id:/[0-9]+/>")
    let before = bindings
    #expect(
      second.match(actual: ["again 13"], bindings: &bindings)?.reason
        == .captureDiffers(name: "id", bound: "12"))
    #expect(bindings == before)
    #expect(second.match(actual: ["again 12"], bindings: &bindings) == nil)
    #expect(mismatch(try expectedOutput("|= <a:/.+/> <a:/.+/>"), ["x x"]) == nil)
    #expect(mismatch(try expectedOutput("|= <a:/.+/> <a:/.+/>"), ["x y"]) != nil)
  }

  @Test func `A bound text matches literally even if it looks like a pattern`() throws {
    var bindings = CaptureBindings(["a": #".*(x[\1]é+"#])
    let expected = try expectedOutput("|= -<a:/.*/>-")
    #expect(expected.match(actual: [#"-.*(x[\1]é+-"#], bindings: &bindings) == nil)
    #expect(expected.match(actual: ["-other-"], bindings: &bindings) != nil)
  }

  @Test func `Generics, slashes and escapes are plain text in a capture line`() throws {
    let expected = try expectedOutput(#"|= Array<Int> \x20<p:/a\/b|c/> \<a:/>\x20"#)
    #expect(mismatch(expected, ["Array<Int>  a/b <a:/> "]) == nil)
  }

  @Test func `The matcher backtracks if a capture does not recur`() throws {
    let expected = try expectedOutput("|...", "|= a <x:/.+/>", "|...", "|= b <x:/.+/>")
    var bindings = CaptureBindings()
    #expect(expected.match(actual: ["a 1", "a 2", "a 3", "b 2"], bindings: &bindings) == nil)
    #expect(bindings.values == ["x": "2"])
    #expect(mismatch(expected, ["a 1", "a 2", "b 3"]) != nil)
  }

  @Test func `The matcher agrees with an exhaustive search`() throws {
    var generator = SeededGenerator(seed: 3)
    let forms = ["| a", "| b", "|...", "|...", "|~ [ab]", "|= <x:/[abc]/>", "|= <y:/[abc]/>", "|"]
    var matched = 0
    for _ in 0..<4_000 {
      let lines = try generator.many(1...7) { generator in
        try ExpectedLine(parsing: generator.pick(forms), line: 1)
      }
      let actual = generator.many(0...7) { $0.pick(["a", "b", "c", ""]) }
      let expected = matchesByDefinition(lines[...], actual[...], [:])
      let output = actual.map { OutputLine($0) }
      #expect((mismatch(ExpectedOutput(lines: lines), output) == nil) == expected)
      matched += expected ? 1 : 0
    }
    #expect(matched > 300)
  }

  /// Returns whether lines match, by exhaustive search.
  private func matchesByDefinition(
    _ lines: ArraySlice<ExpectedLine>, _ actual: ArraySlice<String>, _ bound: [String: String]
  ) -> Bool {
    guard let line = lines.first else { return actual.isEmpty }
    let rest = lines.dropFirst()
    if line.kind == .anyLines {
      return (0...actual.count).contains { matchesByDefinition(rest, actual.dropFirst($0), bound) }
    }
    guard let text = actual.first else { return false }
    var bound = bound
    switch line.kind {
    case .literal(let expected): guard expected == text else { return false }
    case .blank: guard text == "" else { return false }
    case .regex: guard text == "a" || text == "b" else { return false }
    case .capture(let capture):
      let name = capture.names[0]
      guard !text.isEmpty, bound[name] ?? text == text else { return false }
      bound[name] = text
    case .anyLines: break
    }
    return matchesByDefinition(rest, actual.dropFirst(), bound)
  }

  @Test func `Many dots and long output cost at most the product of their lengths`() throws {
    let dots = (0..<40).flatMap { _ in ["|...", "| a", "| a", "| b"] } + ["| end"]
    let lines = try dots.map { try ExpectedLine(parsing: $0, line: 1) }
    let actual = [OutputLine](repeating: "a", count: 1_000)
    #expect(mismatch(ExpectedOutput(lines: lines), actual) != nil)
    let captures = try (0..<8).flatMap { index in
      [
        try ExpectedLine(parsing: "|...", line: 1),
        try ExpectedLine(parsing: "|= <x\(index):/.*/>", line: 1),
      ]
    }
    let last = try ExpectedLine(parsing: "|= <x0:/.*/> <x7:/.*/> no", line: 1)
    let found = mismatch(
      ExpectedOutput(lines: captures + [last]), (0..<60).map { OutputLine("l\($0)") })
    #expect(found != nil)
  }
}
