import MachoReporting
import Testing

@testable import MachoScripting

@Suite struct ScriptRewriterTests {
  private func rewrite(
    _ text: String, _ outputs: [[OutputLine]?], _ mode: ScriptRewriter.Mode = .all
  ) throws -> String {
    ScriptRewriter.rewrite(try ScriptParser.parse(text), outputs: outputs, mode: mode).text
  }

  @Test func `Only expected output changes; comments, blank lines, prefixes and sections stay`()
    throws
  {
    let text = """
      #!macho 1
      # why

      [linux] ! [x-y] send   a
      | old
      ## phase
      send b(
        1)
      # below
      send c
      | same
      -- f --
      | not expected output

      """
    #expect(
      try rewrite(text, [["new", ""], ["out "], ["same"]]) == """
        #!macho 1
        # why

        [linux] ! [x-y] send   a
        | new
        |
        ## phase
        send b(
          1)
        | out\\x20
        # below
        send c
        | same
        -- f --
        | not expected output

        """)
  }

  @Test func `The mode selects which expectations are written`() throws {
    let text = "a\nb\n| old\n"
    #expect(try rewrite(text, [["1"], ["2"]], .missing) == "a\n| 1\nb\n| old\n")
    #expect(try rewrite(text, [["1"], ["2"]], .failed) == "a\nb\n| 2\n")
    #expect(try rewrite(text, [["1"], ["2"]], .all) == "a\n| 1\nb\n| 2\n")
    #expect(try rewrite(text, [nil, nil]) == text)
    #expect(try rewrite(text, []) == text)
    #expect(try rewrite(text, [[], []]) == "a\nb\n")
  }

  @Test func `Line endings stay and new lines have the file's line ending`() throws {
    #expect(try rewrite("a\r\nb", [["1"], ["2"]]) == "a\r\n| 1\r\nb\r\n| 2\r\n")
    #expect(try rewrite("a", [["1"]]) == "a\n| 1\n")
    #expect(try rewrite("a", [[]]) == "a")
  }

  @Test func `Patterns that still match at their position are kept`() throws {
    let text = """
      a
      | Counter(
      |...
      | -   count: 0
      | +   count: 1
      |~ id: \\d+
      |= by <who:/\\w+/>
      | )

      """
    let output: [OutputLine] = [
      "Counter(", "x", "y", "-   count: 1", "+   count: 2", "id: 7", "by me", "new", ")",
    ]
    #expect(
      try rewrite(text, [output]) == """
        a
        | Counter(
        |...
        | -   count: 1
        | +   count: 2
        |~ id: \\d+
        |= by <who:/\\w+/>
        | new
        | )

        """)
    #expect(
      try rewrite(text, [["Counter(", "-   count: 0", "+   count: 1", "id: x", "by me", ")"]])
        == """
        a
        | Counter(
        |...
        | -   count: 0
        | +   count: 1
        | id: x
        |= by <who:/\\w+/>
        | )

        """)
  }

  @Test func `A capture that no longer recurs becomes a literal line`() throws {
    let text = "a\n|= <x:/.+/>\nb\n|= <x:/.+/>\n| z\n"
    #expect(try rewrite(text, [["1"], ["2", "z"]]) == "a\n|= <x:/.+/>\nb\n| 2\n| z\n")
  }

  @Test func `Long output is written`() throws {
    let output = (0..<4_000).map { OutputLine("line \($0)") }
    let text = "a\n" + (0..<4_000).map { "| old \($0)\n" }.joined()
    #expect(try rewrite(text, [output]) == "a\n" + output.map { "| \($0.text)\n" }.joined())
  }

  @Test func `A rewritten script parses, matches, and does not change again`() throws {
    var generator = SeededGenerator(seed: 4)
    let expectedLines = [
      "| a", "| b", "|...", "|~ [ab]+", "|= <x:/[abc]+/>", "|= <x:/.*/>!", "|", "| é ",
    ]
    for _ in 0..<1_500 {
      var text = ""
      let endings = generator.pick(["\n", "\r\n"])
      var outputs: [[OutputLine]] = []
      for index in 0..<Int.random(in: 1...4, using: &generator) {
        text += generator.pick(["", "# c\(endings)", endings, "## p\(endings)"])
        text += generator.pick(["send \(index)", "[linux] send f(\(endings)| 1)", "! [x] b"])
        text += endings
        text += generator.many(0...5) { $0.pick(expectedLines) + endings }.joined()
        outputs.append(
          generator.many(0...5) { generator in
            OutputLine(generator.pick(["a", "b", "c", "", "c!", "é", generator.hostileLine()]))
          })
      }
      text += generator.pick(["", "-- s --\(endings)| x\(endings)"])
      let script = try ScriptParser.parse(text)
      let mode = generator.pick(ScriptRewriter.Mode.allCases)
      let once = ScriptRewriter.rewrite(script, outputs: outputs, mode: mode)
      let reparsed = try ScriptParser.parse(once.text)
      let twice = ScriptRewriter.rewrite(reparsed, outputs: outputs, mode: mode)
      #expect(bytes(twice.text) == bytes(once.text))
      #expect(twice.changed == [])
      #expect(once.changed.isEmpty == (bytes(once.text) == bytes(text)))
      #expect(reparsed.steps.map(\.raw) == script.steps.map(\.raw))
      #expect(reparsed.sections.map(\.contents) == script.sections.map(\.contents))
      guard mode == .all else { continue }
      var bindings = CaptureBindings()
      for (step, output) in zip(reparsed.steps, outputs) {
        #expect(step.expectedOutput?.match(actual: output, bindings: &bindings) == nil)
        // A failure with a code needs no expected output.
        let isCoded = if case .code = step.line.expectedFailure { true } else { false }
        #expect(step.expectedOutput != nil || output.isEmpty || isCoded)
      }
    }
  }
}
