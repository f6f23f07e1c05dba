import MachoDiff
import MachoReporting
import MachoSessions
import Testing

@Suite struct `Colours of output` {
  @Test(arguments: [
    (Palette.Choice.auto, true, ["TERM": "xterm"], true),
    (.auto, false, ["TERM": "xterm"], false),
    (.auto, true, ["TERM": "dumb"], false),
    (.auto, true, [:], false),
    (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], false),
    (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], true),
    (.auto, false, ["CLICOLOR_FORCE": "1"], true),
    (.auto, false, ["CLICOLOR_FORCE": "0"], false),
    (.auto, false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    (.always, false, ["NO_COLOR": "1", "TERM": "dumb"], true),
    (.never, true, ["CLICOLOR_FORCE": "1", "TERM": "xterm"], false),
  ])
  func `depend on the choice, the environment and the terminal`(
    choice: Palette.Choice, isTerminal: Bool, environment: [String: String], isColored: Bool
  ) {
    let palette = Palette(choice, isTerminal: isTerminal, environment: environment)
    #expect(palette.isColored == isColored)
  }

  @Test func `surround a text, unless the palette is plain`() {
    #expect(Palette(isColored: true).text("- 1", .removed) == "\u{1B}[31m- 1\u{1B}[0m")
    #expect(Palette(isColored: true).text("a", .plain) == "a")
    #expect(Palette(isColored: true).text("", .added) == "")
    #expect(Palette.plain.text("- 1", .removed) == "- 1")
  }

  @Test func `depend on the role of a line, not on its first character`() {
    var outcome = Outcome(text: "state")
    outcome.events = [.value("- 1"), .changed("  S(\n- 1\n+ 2\n  )"), .notice("+ over")]
    outcome.received = [.received(action: "added(1)", nil)]
    #expect(
      OutcomeFormatter.styledLines(for: outcome)
        == [
          StyledLine("- 1"), StyledLine("  S(", .unchanged), StyledLine("- 1", .removed),
          StyledLine("+ 2", .added), StyledLine("  )", .unchanged), StyledLine("+ over", .notice),
          StyledLine("receive added(1)", .received),
          StyledLine("(No state changes)", .unchanged),
        ])
  }

  @Test func `mark the message of an error, not the line above or the notes below`() {
    var outcome = Outcome(text: "send ad")
    outcome.failure = Diagnostic(
      "no-such-case", "unknown action 'ad'", at: 5..<7, candidates: ["add"],
      notes: ["actions: add"])
    #expect(
      OutcomeFormatter.styledLines(for: outcome).map(\.role) == [.plain, .problem, .plain, .plain])
  }
}

@Suite struct `A compact diff` {
  @Test func `keeps changed lines with their context, and counts the others`() {
    let diff = """
        State(
          a: 1,
          b: 2,
          inner: Inner(
            x: 1,
            y: [
              [0]: 1,
      -       [1]: 2,
      +       [1]: 3,
              [2]: 4
            ],
            z: 5
          ),
          c: Other(
            d: 1
          )
        )
      """
    #expect(
      compact(diff) == [
        "  State(",
        "    … 2 unchanged",
        "    inner: Inner(",
        "      x: 1,",
        "      y: [",
        "        [0]: 1,",
        "-       [1]: 2,",
        "+       [1]: 3,",
        "        [2]: 4",
        "      ],",
        "      z: 5",
        "    ),",
        "    … 3 unchanged",
        "  )",
      ])
  }

  @Test func `equals the diff if every line changed`() {
    #expect(compact("- 1\n+ 2") == ["- 1", "+ 2"])
    #expect(compact("- S(\n-   a: 1\n- )") == ["- S(", "-   a: 1", "- )"])
  }

  @Test func `contains every changed line of malformed diffs`() {
    let lines = ["  S(", "-   )", "    ]", "+ ", "    a", "  b", "+", "      c", "      d"]
    let found = compact(lines.joined(separator: "\n"))
    #expect(found.filter { "+-".contains($0.first ?? " ") } == ["-   )", "+ ", "+"])
    #expect(found.last == "      … 2 unchanged")
  }

  private func compact(_ text: String) -> [String] {
    CompactDiff.lines(of: Change(reading: text)).map(\.text)
  }
}
