import CustomDump
import MachoDiff
import MachoReporting
import MachoSessions
import Testing

@testable import MachoScripting

/// The comparison of expected output with diffs.
@Suite struct DiffExpectationTests {
  private func mismatch(_ expected: String, _ actual: [OutputLine]) throws -> Mismatch? {
    let lines = expected.split(separator: "\n").map { "| " + $0 }
    let parsed = try lines.map { line in
      line.hasPrefix("| |") ? String(line.dropFirst(2)) : line
    }.map { try ExpectedLine(parsing: $0, line: 1) }
    var bindings = CaptureBindings()
    return ExpectedOutput(lines: parsed, firstLine: 2).match(actual: actual, bindings: &bindings)
  }

  private func diff(_ text: String, number: Int = 0) -> [OutputLine] {
    OutputLine.lines(of: Change(reading: text), diff: number)
  }

  private let rows = """
      State(
        rows: [
          [0]: Row(
            id: 0,
    -       count: 0,
    +       count: 1,
            name: "a"
          ),
          [1]: Row(
            id: 1,
    -       count: 0,
    +       count: 1,
            name: "a"
          )
        ],
        title: "t"
      )
    """

  private let first = """
      State(
        rows: [
          [0]: Row(
            id: 0,
    -       count: 0,
    +       count: 1,
            name: "a"
          ),
          [1]: Row(…)
        ]
      )
    """

  @Test func `Unchanged lines may be omitted, and changed lines may not`() throws {
    #expect(try mismatch("-       count: 0,\n+       count: 1", diff(first)) == nil)
    #expect(try mismatch("  State(\n-       count: 0\n+       count: 1\n  )", diff(first)) == nil)
    let missing = try mismatch("-       count: 0", diff(first))
    #expect(missing?.reason == .extraChange)
    #expect(missing?.actualIndex == 5)
    let extra = try mismatch(
      "-       count: 0\n-       count: 0\n+       count: 1", diff(first))
    #expect(extra?.reason == .missingChange)
    #expect(extra?.alignment?.missing.count == 1)
    let other = try mismatch("-       count: 0\n+       count: 2", diff(first))
    #expect(other?.reason == .differs)
    #expect((other?.expectedIndex, other?.actualIndex, other?.line) == (1, 5, 3))
  }

  @Test func `An unchanged line that is written must occur, in order`() throws {
    let changes = "-       count: 0\n+       count: 1\n"
    #expect(try mismatch("        id: 0\n" + changes + "        name: \"a\"", diff(first)) == nil)
    #expect(
      try mismatch("        name: \"a\"\n" + changes, diff(first))?.reason == .missingContext)
    #expect(try mismatch(changes + "        name: \"b\"", diff(first))?.reason == .missingContext)
  }

  private struct Note: Equatable, CustomDumpStringConvertible {
    var customDumpDescription: String
  }
  private struct Page: Equatable {
    var first: Note
    var last: Note
  }

  @Test func `A comma of a description is compared, and one between fields is not`() throws {
    func page(_ text: String) -> Page {
      Page(first: Note(customDumpDescription: text), last: Note(customDumpDescription: text))
    }
    let change = try #require(stateChange(page("a,"), page("b,")))
    let output = OutputLine.lines(of: change, diff: 0)
    let expected = "-   first: a,\n+   first: b,\n-   last: a,"
    #expect(try mismatch(expected + "\n+   last: b,", output) == nil)
    #expect(try mismatch(expected + "\n+   last: b", output)?.reason == .differs)
  }

  @Test func `A change must be inside of what the written lines open`() throws {
    let change = "-       count: 0\n+       count: 1\n"
    #expect(try mismatch("      [0]: Row(\n" + change, diff(first)) == nil)
    #expect(
      try mismatch("      [1]: Row(\n" + change, diff(first))?.reason == .missingContext)
    #expect(try mismatch(change + change, diff(rows)) == nil)
    #expect(
      try mismatch("      [0]: Row(\n" + change + "      [1]: Row(\n" + change, diff(rows)) == nil)
    #expect(
      try mismatch("      [0]: Row(\n" + change + change, diff(rows)) != nil)
  }

  @Test func `Lines that belong to no diff are compared exactly`() throws {
    let value = ["  State(", "    a: 1,", "- b"].map { OutputLine($0) }
    #expect(try mismatch("  State(\n    a: 1,\n- b", value) == nil)
    #expect(try mismatch("  State(\n- b", value)?.reason == .differs)
    #expect(try mismatch("  State(\n    a: 1\n- b", value)?.reason == .differs)
  }

  @Test func `Several diffs and other lines of one output are compared in order`() throws {
    let output =
      [OutputLine("send x")] + diff("  A(\n    b: 1\n-   a: 0\n+   a: 1\n  )")
      + [OutputLine("count = 1")] + diff("  A(\n    b: 1\n-   a: 1\n+   a: 2\n  )", number: 1)
    let compact = ExpectedOutput(compact: output)
    #expect(
      compact.lines.map(\.text) == [
        "send x", "  A(", "-   a: 0", "+   a: 1", "  )", "count = 1", "  A(", "-   a: 1",
        "+   a: 2", "  )",
      ])
    var bindings = CaptureBindings()
    #expect(compact.match(actual: output, bindings: &bindings) == nil)
    #expect(
      try mismatch("send x\n-   a: 0\n+   a: 1\ncount = 1\n-   a: 1\n+   a: 2", output) == nil)
    #expect(try mismatch("send x\n-   a: 0\n+   a: 1\n-   a: 1\n+   a: 2", output) != nil)
  }

  @Test func `Patterns match changed lines, with or without the comma`() throws {
    var bindings = CaptureBindings()
    let lines = try ["|~ - +count: \\d,", "|= +       count: <n:/.+/>"].map {
      try ExpectedLine(parsing: $0, line: 1)
    }
    let expected = ExpectedOutput(lines: lines)
    #expect(expected.match(actual: diff(first), bindings: &bindings) == nil)
    #expect(bindings.values == ["n": "1"])
    #expect(try mismatch("|...\n+       count: 1\n|...", diff(rows)) == nil)
    #expect(try mismatch("|...\n+       count: 2\n|...", diff(rows)) != nil)
  }

  @Test func `A comma inside of a string of several lines is compared`() throws {
    let output = diff("  S(\n    t: \"\"\"\n-     a\n+     a,\n      \"\"\"\n  )")
    #expect(try mismatch("-     a\n+     a,", output) == nil)
    #expect(try mismatch("-     a\n+     a", output) != nil)
  }

  @Test func `A second property does not change how a script contains a change`() throws {
    let one = diff("- Counter(count: 0)\n+ Counter(count: 1)")
    let two = diff("  Counter(\n-   count: 0,\n+   count: 1,\n    fact: nil\n  )")
    let compact = ExpectedOutput(compact: one)
    #expect(compact.lines.map(\.text) == ["  Counter(", "-   count: 0", "+   count: 1", "  )"])
    var bindings = CaptureBindings()
    for expected in [compact, ExpectedOutput(literal: one.map(\.text))] {
      #expect(expected.match(actual: one, bindings: &bindings) == nil)
      #expect(expected.match(actual: two, bindings: &bindings) == nil)
    }
    let optional = diff("- A(b: nil)\n+ A(\n+   b: C(\n+     d: 1,\n+     e: 2\n+   )\n+ )")
    #expect(
      ExpectedOutput(compact: optional).lines.map(\.text) == [
        "  A(", "-   b: nil", "+   b: C(", "+     d: 1,", "+     e: 2", "+   )", "  )",
      ])
  }

  /// Compact output of one diff, compared with another diff.
  private func survives(_ written: String, _ actual: String) -> Bool {
    var bindings = CaptureBindings()
    let compact = ExpectedOutput(compact: diff(written))
    return compact.match(actual: diff(actual), bindings: &bindings) == nil
  }

  private func rows(_ lines: String...) -> String {
    (["  S(", "    rows: ["] + lines + ["    ]", "  )"]).joined(separator: "\n")
  }

  @Test func `An element is found by its id after rows were added before it`() {
    func change(_ index: Int, id: Int) -> String {
      """
            [\(index)]: Row(
              id: \(id),
      -       count: 0
      +       count: 1
            )
      """
    }
    let written = rows(change(0, id: 7) + ",", "      … (3 unchanged)")
    #expect(
      ExpectedOutput(compact: diff(written)).lines.map(\.text)
        == diff(rows(change(0, id: 7) + ",")).map(\.text))
    #expect(survives(written, written))
    #expect(survives(written, rows("      … (2 unchanged),", change(2, id: 7))))
    #expect(survives(written, rows(change(0, id: 7))))
    // Another row.
    #expect(!survives(written, rows(change(0, id: 8) + ",", "      … (3 unchanged)")))
    #expect(!survives(written, rows("      [0]: Row(…),", change(1, id: 8))))
    // An absent id identifies no row.
    let draft = rows(change(0, id: 7) + ",", "      … (3 unchanged)").replacing(
      "id: 7", with: "id: nil")
    #expect(
      !survives(
        draft,
        rows("      … (3 unchanged),", change(3, id: 7)).replacing("id: 7", with: "id: nil")))
  }

  @Test func `An element without id keeps its distance to the others`() {
    func change(_ index: Int) -> String {
      """
            [\(index)]: Row(
      -       count: 0
      +       count: 1
            )
      """
    }
    let first = rows(change(0) + ",", "      … (2 unchanged)")
    let last = rows("      … (2 unchanged),", change(2))
    #expect(
      ExpectedOutput(compact: diff(first)).lines.map(\.text).contains("      … (2 unchanged)"))
    #expect(!survives(first, last))
    #expect(!survives(last, first))
    #expect(!survives(first, rows("      [0]: Row(…),", change(1) + ",", "      [2]: Row(…)")))
    // Rows were added before, and after.
    #expect(
      survives(first, rows("      … (4 unchanged),", change(4) + ",", "      … (2 unchanged)")))
    #expect(survives(first, rows(change(0) + ",", "      … (5 unchanged)")))
    #expect(survives(last, rows("      … (3 unchanged),", change(3) + ",", "      [4]: Row(…)")))
    // A row was removed.
    #expect(!survives(first, rows(change(0) + ",", "      [1]: Row(…)")))
  }

  @Test func `An inserted row must not move relative to the other rows`() throws {
    let appended = rows("      … (3 unchanged),", "+     [3]: Row(id: 9)")
    let prepended = rows("+     [0]: Row(id: 9),", "      … (3 unchanged)")
    #expect(
      ExpectedOutput(compact: diff(appended)).lines.map(\.text)
        == ["  S(", "    rows: [", "+     [3]: Row(id: 9)", "    ]", "  )"])
    #expect(!survives(appended, prepended))
    #expect(!survives(prepended, appended))
    #expect(survives(appended, rows("      … (4 unchanged),", "+     [4]: Row(id: 9)")))
    #expect(survives(prepended, rows("+     [0]: Row(id: 9),", "      … (4 unchanged)")))
    #expect(survives(rows("+     [0]: Row(id: 9)"), appended))
    #expect(!survives(appended, rows("      … (4 unchanged),", "+     [4]: Row(id: 8)")))
    #expect(!survives(appended, rows("      [0]: Row(…),", "+     [1]: Row(id: 9)")))
    // Written by hand, without the lines that tell where the row is.
    #expect(try mismatch("+     [0]: Row(id: 9)", diff(appended)) != nil)
    #expect(try mismatch("+     [0]: Row(id: 9),", diff(prepended)) == nil)
    #expect(try mismatch("    rows: [\n+     [0]: Row(id: 9),\n    ]", diff(appended)) != nil)
  }

  @Test func `The first element of the only property does not depend on its form`() {
    let first = "- S(rows: [])\n+ S(\n+   rows: [\n+     [0]: Row(id: 9)\n+   ]\n+ )"
    #expect(
      ExpectedOutput(compact: diff(first)).lines.map(\.text)
        == ["  S(", "    rows: [", "+     [0]: Row(id: 9)", "    ]", "  )"])
    #expect(survives(first, first))
    #expect(survives(first, rows("      … (2 unchanged),", "+     [2]: Row(id: 9)")))
    #expect(!survives(first, rows("      … (2 unchanged),", "+     [2]: Row(id: 8)")))
    let last = "- S(\n-   rows: [\n-     [0]: Row(id: 9)\n-   ]\n- )\n+ S(rows: [])"
    #expect(survives(last, last))
    #expect(survives(last, rows("-     [0]: Row(id: 9),", "      [1]: Row(…)")))
    #expect(!survives(last, first))
  }

  @Test func `Changes of several elements keep their distances`() {
    let two = rows("-     [0]: 5,", "      … (2 unchanged),", "+     [2]: 6")
    #expect(
      survives(
        two, rows("      [0]: 1,", "-     [1]: 5,", "      … (2 unchanged),", "+     [3]: 6")))
    #expect(!survives(two, rows("-     [0]: 5,", "      [0]: 1,", "+     [1]: 6")))
    #expect(
      survives(two, rows("-     [0]: 5,", "      … (3 unchanged),", "+     [3]: 6")))
  }

  @Test func `Equal indexes that do not match are shown in the report`() throws {
    let written = rows("+     [0]: Row(id: 9),", "      … (3 unchanged)")
    let actual = diff(rows("      … (3 unchanged),", "+     [3]: Row(id: 9)"))
    var bindings = CaptureBindings()
    let mismatch = ExpectedOutput(compact: diff(written)).match(actual: actual, bindings: &bindings)
    let differences = try #require(mismatch?.alignment)
    #expect(differences.count > 0)
  }

  @Test func `Source line numbers are not compared and not written`() throws {
    let location = CodeLocation(file: "Search.swift", line: 31)
    let output = [OutputLine("#1 run  from a at Search.swift:31  waits", locations: [location])]
    #expect(try mismatch("#1 run  from a at Search.swift:31  waits", output) == nil)
    #expect(try mismatch("#1 run  from a at Search.swift:7  waits", output) == nil)
    #expect(try mismatch("#1 run  from a at Search.swift  waits", output) == nil)
    #expect(try mismatch("#1 run  from a at Other.swift:31  waits", output) != nil)
    #expect(try mismatch("#1 run  from a at Search.swift:x  waits", output) != nil)
    #expect(
      ExpectedOutput(compact: output).lines.map(\.text) == ["#1 run  from a at Search.swift  waits"]
    )
    let plain = [OutputLine("Search.swift:31")]
    #expect(try mismatch("Search.swift:7", plain) != nil)
  }

  @Test func `A long diff with one difference is compared quickly`() throws {
    let lines = (0..<3_000).map { "    p\($0): \($0)," }
    let actual = diff(
      (["  S("] + lines + ["-   a: 0", "+   a: 1"] + lines + ["  )"]).joined(separator: "\n"))
    let same = ExpectedOutput(literal: actual.map(\.text))
    var bindings = CaptureBindings()
    #expect(same.match(actual: actual, bindings: &bindings) == nil)
    var other = same
    other.lines[3_002] = ExpectedLine(literal: "+   a: 2")
    #expect(other.match(actual: actual, bindings: &bindings) != nil)
    other = same
    other.lines[5_900] = ExpectedLine(literal: "    p: 2")
    #expect(other.match(actual: actual, bindings: &bindings) != nil)
  }
}
