import MachoDiff
import MachoReporting
import Testing

@testable import MachoScripting

@Suite struct MismatchFormatterTests {
  private func report(_ text: String, _ actual: [OutputLine]) throws -> String {
    let step = try #require(try ScriptParser.parse(text).steps.first)
    var bindings = CaptureBindings()
    let mismatch = try #require(step.expectedOutput?.match(actual: actual, bindings: &bindings))
    return MismatchFormatter.lines(for: mismatch).map(\.text).joined(separator: "\n")
  }

  @Test func `Both sides are one diff with a marker at the first difference`() throws {
    let text = "\nsend f(\n  1)\n| a\n| -   count: 0\n|...\n|\n"
    #expect(
      try report(text, ["a", "-   count: 1", "", "b "]) == """
           | a
        > E| -   count: 0
           | -   count: 1
           |
          A| b\\x20
        line 5: the output differs
        """)
  }

  @Test func `The marker can point at the end of either side`() throws {
    #expect(
      try report("send x\n| a\n", ["a", "b"]) == """
           | a
        > A| b
        line 2: expected no more lines
        """)
    #expect(
      try report("send x\n| a\n| b\n", ["a"]) == """
           | a
        > E| b
        line 3: the output ends before this line
        """)
    #expect(try report("send x\n| a\n", []).contains("> A (no output)"))
  }

  @Test func `A line that is missing below |... is shown beside the most similar line`() throws {
    let output: [OutputLine] = ["a", "b", "  count: 1,", "c", "d"]
    #expect(
      try report("send x\n|...\n|   count: 2,\n|...\n", output) == """
           | a
           | b
        > E|   count: 2,
           |   count: 1,
           | c
           | d
        line 3: the output has no such line
        """)
    #expect(
      try report("send x\n| a\n|...\n|   count: 2,\n| x\n|...\n| d\n", output) == """
           | a
           | b
        > E|   count: 2,
          E| x
           |   count: 1,
           | c
           | d
        line 4: the output has no such line
        """)
  }

  @Test func `A line that is missing below |... is else shown behind what |... matches`() throws {
    let output: [OutputLine] = ["a", "b", "c", "d"]
    #expect(
      try report("send x\n|...\n| zzz\n", output) == """
           | a
           | b
           | c
           | d
        > E| zzz
        line 3: the output has no such line
        """)
    #expect(
      try report("send x\n| a\n|...\n| zzz\n|...\n| d\n", output) == """
           | a
           | b
           | c
        > E| zzz
           | d
        line 4: the output has no such line
        """)
    #expect(
      try report("send x\n| zzz\n|...\n", output) == """
        > E| zzz
           | a
           | b
           | c
           | d
        line 2: the output differs
        """)
  }

  @Test func `A changed line is shown beside the line that it replaces`() throws {
    let output = OutputLine.lines(
      of: Change(reading: "  S(\n-   count: 1,\n+   count: 2,\n  )"), diff: 0)
    #expect(
      try report("send x\n| +   count: 5,\n", output) == """
        count: expected 5, actual 2
           |   S(
        > A| -   count: 1,
        > E| +   count: 5,
          A| +   count: 2,
           |   )
        line 2: the output differs
        """)
  }
}
