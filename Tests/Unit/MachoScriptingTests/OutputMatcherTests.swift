import Testing

@testable import MachoScripting

@Suite struct OutputMatcherTests {
  private func expectedOutput(_ lines: String...) throws -> ExpectedOutput {
    let text = "send x\n" + lines.joined(separator: "\n")
    return try #require(try ScriptParser.parse(text).steps.first?.expectedOutput)
  }

  private func mismatch(_ gutter: ExpectedOutput, _ actual: [String]) -> Mismatch? {
    var bindings = CaptureBindings()
    return gutter.match(actual: actual, bindings: &bindings)
  }

  @Test func `Lines match in order, all of them`() throws {
    let gutter = try expectedOutput("| a", "|", "| b")
    #expect(mismatch(gutter, ["a", "", "b"]) == nil)
    let differs = try #require(mismatch(gutter, ["a", "", "c"]))
    #expect((differs.expectedIndex, differs.actualIndex, differs.line) == (2, 2, 4))
    #expect(differs.reason == .differs)
    #expect(mismatch(gutter, ["a", ""])?.reason == .missingOutput)
    #expect(mismatch(gutter, ["a", "", "b", "d"])?.reason == .extraOutput)
    #expect(mismatch(gutter, [])?.actualIndex == nil)
  }

  @Test func `Text that only looks the same is another`() throws {
    #expect(mismatch(ExpectedOutput(literal: ["é"]), ["e\u{301}"]) != nil)
  }

  @Test func `Spaces at the end of a gutter line mean nothing`() throws {
    #expect(mismatch(try expectedOutput("| a  ", "|   ", "|...  "), ["a", ""]) == nil)
    #expect(mismatch(try expectedOutput("| a "), ["a "]) != nil)
  }

  @Test func `Three dots take as few lines as will do`() throws {
    let gutter = try expectedOutput("|...", "| a", "|= <x:/.+/>", "|...", "| z")
    var bindings = CaptureBindings()
    #expect(gutter.match(actual: ["0", "a", "1", "a", "2", "z", "z"], bindings: &bindings) == nil)
    #expect(bindings.values == ["x": "1"])
    #expect(mismatch(try self.expectedOutput("|..."), []) == nil)
    #expect(mismatch(try self.expectedOutput("|...", "|...", "| a"), ["a"]) == nil)
    #expect(
      mismatch(try self.expectedOutput("| a", "|...", "| b"), ["a"])?.reason == .missingOutput)
  }

  @Test func `A regular expression matches a line whole`() throws {
    let gutter = try expectedOutput(#"|~ \d+|x"#)
    #expect(mismatch(gutter, ["42"]) == nil)
    #expect(mismatch(gutter, ["42 "]) != nil)
    #expect(mismatch(gutter, ["4x"]) != nil)
  }

  @Test func `A capture binds once and must recur`() throws {
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

  @Test func `What is bound stands as it is, whatever it looks like`() throws {
    var bindings = CaptureBindings(["a": #".*(x[\1]é+"#])
    let gutter = try expectedOutput("|= -<a:/.*/>-")
    #expect(gutter.match(actual: [#"-.*(x[\1]é+-"#], bindings: &bindings) == nil)
    #expect(gutter.match(actual: ["-other-"], bindings: &bindings) != nil)
  }

  @Test func `Generics, slashes and escapes are plain text in a capture line`() throws {
    let gutter = try expectedOutput(#"|= Array<Int> \x20<p:/a\/b|c/> \<a:/>\x20"#)
    #expect(mismatch(gutter, ["Array<Int>  a/b <a:/> "]) == nil)
  }

  @Test func `A later choice is tried when a capture does not recur`() throws {
    let gutter = try expectedOutput("|...", "|= a <x:/.+/>", "|...", "|= b <x:/.+/>")
    var bindings = CaptureBindings()
    #expect(gutter.match(actual: ["a 1", "a 2", "a 3", "b 2"], bindings: &bindings) == nil)
    #expect(bindings.values == ["x": "2"])
    #expect(mismatch(gutter, ["a 1", "a 2", "b 3"]) != nil)
  }

  @Test func `Matching agrees with trying everything`() throws {
    var generator = SeededGenerator(seed: 3)
    let forms = ["| a", "| b", "|...", "|...", "|~ [ab]", "|= <x:/[abc]/>", "|= <y:/[abc]/>", "|"]
    var matched = 0
    for _ in 0..<4_000 {
      let lines = try generator.many(1...7) { generator in
        try ExpectedLine(parsing: generator.pick(forms), line: 1)
      }
      let actual = generator.many(0...7) { $0.pick(["a", "b", "c", ""]) }
      let wanted = matchesByDefinition(lines[...], actual[...], [:])
      #expect((mismatch(ExpectedOutput(lines: lines), actual) == nil) == wanted)
      matched += wanted ? 1 : 0
    }
    #expect(matched > 300)
  }

  /// The definition, with no thought of its cost.
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

  @Test(.timeLimit(.minutes(5))) func `Many dots over much output cost no more than their product`()
    throws
  {
    let dots = (0..<40).flatMap { _ in ["|...", "| a", "| a", "| b"] } + ["| end"]
    let lines = try dots.map { try ExpectedLine(parsing: $0, line: 1) }
    let actual = [String](repeating: "a", count: 3_000)
    #expect(mismatch(ExpectedOutput(lines: lines), actual) != nil)
    let captures = try (0..<8).flatMap { index in
      [
        try ExpectedLine(parsing: "|...", line: 1),
        try ExpectedLine(parsing: "|= <x\(index):/.*/>", line: 1),
      ]
    }
    let last = try ExpectedLine(parsing: "|= <x0:/.*/> <x7:/.*/> no", line: 1)
    let found = mismatch(ExpectedOutput(lines: captures + [last]), (0..<60).map { "l\($0)" })
    #expect(found != nil)
  }
}
