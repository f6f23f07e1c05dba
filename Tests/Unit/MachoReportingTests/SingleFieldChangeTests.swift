import MachoDiff
import MachoReporting
import Testing

@Suite struct SingleFieldChangeTests {
  @Test func `A change of a single field has the same second form in one line and in several`() {
    let changes = output(["- [0]: Row(count: 0)", "+ [0]: Row(", "+   count: 1", "+ )"])
    #expect(
      OutputLine.inScriptForm(changes).map(\.text)
        == ["  [0]: Row(", "-   count: 0", "+   count: 1", "  )"])
  }

  @Test func `Lines of other changes stay as they are`() {
    let lines = ["  State(", "-   count: 0,", "+   count: 1,", "-   rows: 3", "  )"]
    #expect(OutputLine.inScriptForm(output(lines)) == output(lines))
  }

  // With quadratic time this test would take minutes.
  @Test func `Many removed values take linear time`() {
    let lines = (0..<10_000).flatMap {
      ["-     [\($0)]: Row(", "-       id: \($0),", "-       name: \"a\"", "-     ),"]
    }
    #expect(OutputLine.inScriptForm(output(lines)) == output(lines))
  }

  private func output(_ lines: [String]) -> [OutputLine] {
    OutputLine.lines(of: Change(reading: lines.joined(separator: "\n")), diff: 0)
  }
}
