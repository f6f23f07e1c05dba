import MachoReporting
import Testing

@testable import MachoScripting

@Suite struct TranscriptWriterTests {
  @Test func `A session is written as a script`() {
    let transcript = Transcript(
      [
        .init("feature counter"),
        .init("send a(\n  1)", output: ["", "+ 1 ", "| x"]),
        .init("send querry", failure: "no-such-case", output: ["send querry", "     ^^^^^^"]),
        .init("# a note"),
      ], sections: [Section(name: "f", contents: "-- x\n1")])
    #expect(
      TranscriptWriter.text(transcript) == """
        #!macho 1
        feature counter
        send a(
          1)
        |
        | + 1\\x20
        | | x
        ! [no-such-case] send querry
        | send querry
        |      ^^^^^^
        # a note

        -- f --
        \\-- x
        1

        """)
  }

  @Test(arguments: [
    "send f(", "send \"\"\"", "a\nb", "[linux", "[x] y", "! [linux] x",
    "send \"abc",
    "# c\nsend x", "send f(1]", "-- x --\nsend y", "!", "! ! x",
  ])
  func `A command that a script cannot express becomes a comment`(command: String) throws {
    let text = TranscriptWriter.text(Transcript.Entry(command, output: ["| o", ""]))
    #expect(text.hasPrefix("# not replayable:\n"))
    #expect(try ScriptParser.parse("send a\n" + text + "send b\n").items.count == 2)
  }

  @Test(arguments: [
    "| x", "-- x --", "send \"abc", "send f(1]", "[linux] send x", "# x", "日本",
    "send f(\"abc",
  ])
  func `A mistyped line becomes a step`(command: String) throws {
    let entry = Transcript.Entry(command, failure: "unknown-verb", output: ["why"])
    let step = try #require(try ScriptParser.parse(TranscriptWriter.text(entry)).steps.first)
    #expect(step.line.commandText == command)
    #expect(step.line.expectedFailure == .code("unknown-verb"))
    #expect(step.expectedOutput == ExpectedOutput(literal: ["why"], firstLine: 2))
  }

  @Test func `A plain entry round-trips without verification`() {
    var generator = SeededGenerator(seed: 8)
    let pieces = [
      "send", " x", "(", ")", "[", "]", "\"", "#\"", "\"#", "{", "}", ":", "|", "!", "#", "--", " ",
      "a.b", "@file(\"f\")", "\\", "é", "\t", ", 1", "Z9",
    ]
    var plain = 0
    for _ in 0..<5_000 {
      let command = normalizedLine(generator.many(1...6) { $0.pick(pieces) }.joined())
      let output = generator.many(0...2) { generator in
        let line = generator.hostileLine()
        return OutputLine(
          generator.pick(["x", "", "...", "| a", "\\x41", "b ", "~ c", "é", line]))
      }
      let entry = Transcript.Entry(command, output: output)
      guard !command.isEmpty, TranscriptWriter.isPlain(entry, command) else { continue }
      plain += 1
      let text = TranscriptWriter.text(entry)
      #expect(TranscriptWriter.roundTrips(text, entry, command), "\(text)")
    }
    // Otherwise every entry would be verified.
    #expect(plain > 200)
  }

  @Test func `Any output round-trips line by line`() throws {
    var generator = SeededGenerator(seed: 5)
    let commands = [
      "send x", "! [a-b] send y", "[linux] expect a == \"|\"", "send f(\n| 1,\n# 2\n)",
      "send \"\"\"\n  -- x --\n\n  \"\"\"", "send x", "| odd", "-- odd --",
    ]
    for _ in 0..<1_500 {
      let entries = generator.many(0...5) { generator in
        Transcript.Entry(
          generator.pick(commands), output: generator.many(0...5) { OutputLine($0.hostileLine()) })
      }
      let sections = [Section(name: "s", contents: generator.pick(["", "\\-- a\n", "-- b --\n"]))]
      let script = try ScriptParser.parse(
        TranscriptWriter.text(Transcript(entries, sections: sections)))
      #expect(script.steps.count == entries.count)
      #expect(script.files["s"] == sections[0].contents)
      for (step, entry) in zip(script.steps, entries) {
        #expect(step.raw.joined(separator: "\n").hasSuffix(entry.command))
        #expect(
          step.expectedOutput?.lines ?? []
            == ExpectedOutput(literal: entry.output.map(\.text)).lines)
      }
    }
  }

  @Test func `Any command produces text that parses`() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<4_000 {
      let command = generator.many(1...3) { $0.hostileLine() }.joined(separator: "\n")
      let failure = generator.pick([nil, "a-b", "Bad", ""])
      let entry = Transcript.Entry(
        command, failure: failure,
        output: generator.many(0...2) { OutputLine($0.hostileLine()) })
      let text = "send a\n" + TranscriptWriter.text(entry) + "send b\n"
      let script = try ScriptParser.parse(text)
      #expect(script.steps.first?.expectedOutput == nil)
      #expect(script.steps.last?.text == "send b")
      #expect(script.sections.isEmpty)
    }
  }
}
