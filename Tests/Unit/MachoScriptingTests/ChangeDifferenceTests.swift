import MachoDiff
import MachoReporting
import Testing

@testable import MachoScripting

/// A mismatch names the properties that differ.
@Suite struct ChangeDifferenceTests {
  private func differences(_ expected: String, _ actual: String) -> [String] {
    let lines = expected.split(separator: "\n").map(String.init)
    var bindings = CaptureBindings()
    return ExpectedOutput(literal: lines).match(
      actual: OutputLine.lines(of: Change(reading: actual), diff: 0), bindings: &bindings
    )?.differences.map(\.text) ?? ["(no mismatch)"]
  }

  private let rows = """
      State(
        title: "a",
        rows: [
          [0]: Row(
            id: 1,
    -       name: "x",
    +       name: "y",
            isNew: true
          ),
          … (3 unchanged)
        ],
    -   count: 0
    +   count: 1
      )
    """

  @Test func `a property has both values`() {
    #expect(
      differences(rows.replacing(#"+       name: "y""#, with: #"+       name: "z""#), rows)
        == [#"rows[id: 1].name: expected "z", actual "y""#])
  }

  @Test func `a change that is not expected, and one that is missing, say so`() {
    #expect(
      differences("  State(\n-   count: 0\n+   count: 1\n  )", rows)
        == [#"rows[id: 1].name: expected no change, actual "y""#])
    #expect(
      differences(
        "  State(\n-   title: \"a\",\n+   title: \"b\",\n-   count: 0\n+   count: 1\n  )",
        "  State(\n    title: \"a\",\n-   count: 0\n+   count: 1\n  )")
        == [#"title: expected "b", actual no change"#])
    #expect(
      differences("(No state changes)", "- 0\n+ 1") == ["state: expected no change, actual 1"])
  }

  @Test func `a capture has the value that it is bound to, or its name`() throws {
    let script = """
      send x
      |= -   count: <old:/0/>,
      |= +   count: <new:/[0-9]/>,
      """
    let output = try #require(try ScriptParser.parse(script).steps.first?.expectedOutput)
    let actual = OutputLine.lines(
      of: Change(reading: "  State(\n-   count: 0,\n+   count: 12,\n    b: 1\n  )"), diff: 0)
    var bindings = CaptureBindings(["new": "7"])
    #expect(
      output.match(actual: actual, bindings: &bindings)?.differences.map(\.text)
        == ["count: expected 7, actual 12"])
    bindings = CaptureBindings()
    #expect(
      output.match(actual: actual, bindings: &bindings)?.differences.map(\.text)
        == ["count: expected <new>, actual 12"])
  }

  @Test func `half of a change is a change that is not expected`() {
    #expect(
      differences("-   count: 0", "  State(\n-   count: 0,\n+   count: 1,\n    b: 1\n  )")
        == ["count: expected no change, actual 1"])
  }

  @Test func `elements and values with several lines are named by their first line`() {
    let actual = """
        [
          "a": 1,
      -   "b": Row(
      -     id: 2,
      -     name: "x"
      -   ),
      +   "c": .loaded(
      +     Row(
      +       id: 3
      +     )
      +   )
        ]
      """
    #expect(
      differences("  [\n  ]", actual) == [
        #"["b"]: expected no change, actual removed"#,
        #"["c"]: expected no change, actual .loaded(…)"#,
      ])
  }

  @Test func `fields of a case have its name in their path`() {
    let actual =
      "  State(\n    mode: .edit(\n      id: 1,\n-     text: \"a\"\n+     text: \"b\"\n    )\n  )"
    #expect(
      differences(actual.replacing("+     text: \"b\"", with: "+     text: \"c\""), actual)
        == [#"mode.edit.text: expected "c", actual "b""#])
  }

  @Test func `nothing is named that differs only in its place`() {
    #expect(
      differences("- count: 0\n+ count: 1", "  State(\n-   count: 0,\n+   count: 1,\n    b: 1\n  )")
        == [])
  }
}
