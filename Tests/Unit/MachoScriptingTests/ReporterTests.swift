import MachoReporting
import Testing

@testable import MachoScripting

@Suite struct Reports {
  /// A result whose path, title and output contain characters that some format must escape.
  private static let specialCharacters: ScriptResult = {
    var result = ScriptResult(path: "a \"b\" <c> & #d.macho", status: .failed)
    result.duration = .microseconds(1_234_567)
    result.failures = [
      .init(
        kind: .mismatch, step: 0, line: 3, phase: "# <up> \"&\"", command: "send x(\"\\n\")",
        report: [StyledLine("> A| ]]> \u{1B}[31m \u{0} \u{FFFE} \\ é 🙂")])
    ]
    return result
  }()

  private func lines(_ format: ReportFormat) -> [String] {
    var reporter = format.reporter()
    let lines =
      reporter.start(scripts: [Self.specialCharacters.path])
      + reporter.report(Self.specialCharacters)
      + reporter.finish(RunSummary(results: [Self.specialCharacters], duration: .milliseconds(5)))
    return lines.map(\.text)
  }

  @Test func `escape directives in TAP and strings in YAML`() {
    let lines = lines(.tap)
    #expect(lines[2] == ##"not ok 1 - a "b" <c> & \#d.macho"##)
    #expect(lines.contains("  duration_ms: 1234.567"))
    #expect(lines.contains(##"  phase: "# <up> \"&\"""##))
    #expect(lines.contains(#"    - "  > A| ]]> \x1B[31m \x00 \#u{FFFE} \\ é 🙂""#))
  }

  @Test func `contain only valid XML characters`() {
    let text = lines(.junit).joined(separator: "\n")
    #expect(text.contains(#"name="a &quot;b&quot; &lt;c&gt; &amp; #d.macho""#))
    #expect(text.contains(#"> A| ]]> "#) == false)
    #expect(text.contains(#"&gt; A| ]]&gt; \x1B[31m \x00 \x{FFFE} \ é 🙂"#))
    #expect(text.contains(#"time="1.234567""#))
  }

  @Test func `write one JSON line per event`() {
    let lines = lines(.jsonl)
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { !$0.contains("\n") })
    #expect(lines[1].contains(#""path":"a \"b\" <c> & #d.macho""#))
    #expect(lines[1].contains(#""durationMs":1234.567"#))
  }

  @Test func `print phases as a tree by their titles`() {
    var result = ScriptResult(path: "a.macho", status: .failed)
    result.phases = [
      .init(title: "boot / done", line: 1), .init(title: "boot / done / shows the list", line: 3),
      .init(title: "boot / not done / shows the tour", line: 5), .init(title: "", line: 7),
      .init(title: "a/b", line: 9),
    ]
    result.failures = [
      .init(kind: .mismatch, step: 0, line: 6, phase: nil, command: "send x", report: [])
    ]
    var reporter = ReportFormat.spec.reporter()
    #expect(
      reporter.report(result).map(\.text).dropFirst().prefix(8) == [
        "    boot", "      ✓ done", "        ✓ shows the list", "      not done",
        "        ✗ shows the tour", "    ✓ ##", "    ✓ a/b", "      a.macho:6",
      ])
  }

  @Test(arguments: ReportFormat.allCases)
  func `report an interruption`(format: ReportFormat) {
    var reporter = format.reporter()
    _ = reporter.start(scripts: ["a", "b"])
    let lines = reporter.finish(
      RunSummary(results: [], duration: .zero, interruption: "SIGINT", unfinished: 2))
    #expect(lines.contains { $0.text.contains("SIGINT") })
  }

  @Test func `use hashes that depend on the texts and their boundaries`() {
    #expect(FNV1aHasher("a.macho").text == FNV1aHasher("a.macho").text)
    #expect(FNV1aHasher("a").value != FNV1aHasher("b").value)
    var two = FNV1aHasher("a")
    two.combine("b")
    #expect(two.value != FNV1aHasher("ab").value)
  }
}
