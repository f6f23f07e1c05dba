import MachoSessions
import Testing

@testable import MachoScripting

private let notes = """
  feature lamp

  ## before each
  send toggle

  ## describe a lamp
  ## cases takes notes
  - action,       note
  - note("a"),    "a"

  # without a note
  - toggle,       ""
  - note("b, c"), "b, c"

  send $action
  expect note == $note

  ## it is on
  expect isOn

  """

@Suite struct `A table of cases` {
  private func parsed(_ text: String) throws -> Script { try ScriptParser.parse(text) }

  @Test func `has a case for each row, with its values in the name`() throws {
    let spec = try #require(try parsed(notes).spec)
    #expect(
      spec.cases.map(\.name) == [
        #"a lamp / takes notes / action = note("a"), note = "a""#,
        #"a lamp / takes notes / action = toggle, note = """#,
        #"a lamp / takes notes / action = note("b, c"), note = "b, c""#, "a lamp / is on",
      ])
    #expect(spec.cases.map(\.line) == [9, 12, 13, 18])
    let plain = try parsed("feature lamp\n## cases\n- a\n- 1\necho $a\n")
    #expect(plain.spec?.cases.map(\.name) == ["a = 1"])
  }

  @Test func `runs its commands with the values of a row, after the setup`() throws {
    let script = try parsed(notes)
    #expect(
      script.runs.map { $0.steps.map(\.text) }[1] == [
        "feature lamp", "send toggle", "let action = .toggle", #"let note = """#, "send $action",
        "expect note == $note",
      ])
    #expect(script.runs[1].selection?.stepIndices == [0, 1, nil, nil, 2, 3])
    #expect(script.runs[1].steps.map(\.isOfRow) == [false, false, true, true, false, false])
    #expect(script.runs[3].steps.map(\.text) == ["feature lamp", "send toggle", "expect isOn"])
    let runner = ScriptRunner(catalog: [LampFeature()])
    let results = script.runs.map { runner.run($0, path: "a.macho").result }
    #expect(results.map(\.status) == Array(repeating: .passed, count: 4))
  }

  @Test func `is selected by a row or by its commands`() throws {
    let script = try parsed(notes)
    let spec = try #require(script.spec)
    #expect(spec.cases(at: 12).map(\.line) == [12])
    #expect(spec.cases(at: 15).map(\.line) == [9, 12, 13])
    #expect(spec.cases(at: 7).map(\.line) == [9, 12, 13])
    #expect(spec.cases(at: 6).map(\.line) == [9, 12, 13, 18])
    #expect(spec.specCase(at: 12)?.line == 12)
    #expect(spec.specCase(at: 15) == nil)
    #expect(script.run(ofCaseAt: 13) == script.runs[2])
    #expect(script.run(ofCaseAt: 7) == nil)
    #expect(script.run(throughLine: 15).steps.map(\.text).contains(#"let note = "b, c""#))
    #expect(script.run(throughLine: 10).steps.map(\.text).contains(#"let note = "a""#))
    #expect(!script.run(throughLine: 8).steps.contains { $0.isOfRow })
  }

  @Test func `keeps the row of a case in its text`() throws {
    let run = try parsed(notes).runs[1]
    let again = try #require(try parsed(run.runText).onlyRun)
    #expect(again.steps.map(\.text) == run.steps.map(\.text))
    #expect(again.steps.map(\.lines) == run.steps.map(\.lines))
  }

  @Test func `keeps the row of a case in its transcript, which passes`() throws {
    var text = ""
    var runner = TranscriptRunner(
      try parsed(notes).runs[2], path: "a.macho", catalog: [LampFeature()]
    ) { text += $0.text }
    let passes = runner.run()
    #expect(passes)
    let transcript = try #require(try parsed(text).onlyRun)
    #expect(transcript.selection?.rowName == #"action = note("b, c"), note = "b, c""#)
    #expect(!text.contains("let ") && !text.contains(#"note("a")"#))
    let result = ScriptRunner(catalog: [LampFeature()], isStrict: true)
      .run(transcript, path: "a.macho").result
    #expect(result.status == .passed)
  }

  @Test func `reports an error in a value at its position`() throws {
    let script = try parsed("feature lamp\n## cases\n- a, b\n- 1,  $none\necho $a $b\n")
    let step = script.runs[0].steps[2]
    #expect(step.text == "let b = $none")
    #expect(step.position(ofOffset: 8).line == 4 && step.position(ofOffset: 8).column == 6)
    #expect(step.position(ofOffset: 0).column == 0)
    let result = ScriptRunner(catalog: [LampFeature()]).run(script.runs[0], path: "a").result
    #expect(result.failures.map(\.line) == [4])
    #expect(result.failures.map(\.code) == ["no-such-variable"])
    #expect(result.name == "a > a = 1, b = $none")
  }

  @Test(arguments: [
    ("## cases\n- a, a\n- 1, 2\necho $a\n", [(2, 5, ScriptParseError.Code.badColumn)]),
    (
      "## cases\n- 2nd, b c,\n- 1, 2, 3\necho $a\n",
      [(2, 2, .badColumn), (2, 7, .badColumn), (2, 11, .badColumn)]
    ),
    ("## cases\n-\n- 1\necho $a\n", [(2, 1, .badColumn)]),
    ("## cases\n- a\n- 1, 2\n- 3\necho $a\n", [(3, 0, .badRow)]),
    ("## cases\n- a, b\n- 1, (2]\necho $a $b\n", [(3, 7, .mismatchedBracket)]),
    ("## cases\n- a\n- (1,\n2)\necho $a\n", [(3, 2, .unclosed)]),
    ("## cases\n- a, b\n- 1, f($x)\n- , 2\necho $a $b\n", [(3, 7, .badRow), (4, 2, .badRow)]),
    ("- a\n", [(1, 0, .badRow)]), ("## it a\n- a\nstate\n", [(2, 0, .badRow)]),
    ("## cases\n- a\n- 1\necho $a\n- 2\n", [(5, 0, .badRow)]),
    ("## cases\n- a\n- 1\n| 1\necho $a\n", [(4, 0, .strayOutput)]),
  ])
  func `has its lines checked`(
    text: String, expected: [(line: Int, column: Int, code: ScriptParseError.Code)]
  ) {
    let thrown = #expect(throws: ScriptParseErrors.self) { try ScriptParser.parse(text) }
    let errors = thrown?.errors ?? []
    #expect(errors.map(\.line) == expected.map(\.line))
    #expect(errors.map(\.columns.lowerBound) == expected.map(\.column))
    #expect(errors.map(\.code) == expected.map(\.code))
  }

  @Test(arguments: [
    ("## cases\nstate\n", [(1, ScriptParseError.Code.emptyHeading)]),
    ("## cases\n- a\necho $a\n", [(1, .emptyHeading)]),
    ("## cases\n- a\n- 1\n", [(1, .emptyHeading)]),
    ("## cases\n- a\n- 1\n- 2\n- 1\necho $a\n", [(5, .duplicateCase)]),
    ("## cases\n- a\n- 1\necho $a\n## cases\n- a\n- 1\necho $a\n", [(7, .duplicateCase)]),
    ("## cases x\n- a\n- 1\necho $a\n## cases y\n- a\n- 1\necho $a\n", []),
    ("## cases\n- a, b\n- 1, 2\necho $a $bb\n", [(2, .badColumn)]),
    ("## cases\n- a\n- 1\nstate\n|= <a:/.*/>\n", []),
    ("## cases\n- a\n- 1\nsource s\n-- s --\necho $a\n", []),
    ("## cases\n- a\n- 1\nsource s\n-- s --\nstate\n", [(2, .badColumn)]),
    ("## cases\n- a\n- 1\nsource file.macho\n", []),
    ("## one\nstate\n## cases\n- a\n- 1\necho $a\n", [(1, .misplacedHeading)]),
    ("## context a\n## cases\n- a\n- 1\necho $a\n", []),
  ])
  func `has its use checked`(
    text: String, expected: [(line: Int, code: ScriptParseError.Code)]
  ) throws {
    let errors = ScriptValidator.errors(in: try parsed("feature lamp\n" + text))
    #expect(errors.map(\.line) == expected.map { $0.line + 1 })
    #expect(errors.map(\.code) == expected.map(\.code))
  }

  @Test func `cannot be sourced`() throws {
    let script = try parsed("feature lamp\nsource s\n-- s --\n## cases\n- a\n- 1\necho $a\n")
    #expect(ScriptValidator.errors(in: script).map(\.code) == [.misplacedHeading])
  }

  @Test func `leaves sections to the rows that read them`() throws {
    let text = """
      feature lamp
      ## cases
      - text
      - @file("first.json")
      - @file("second.json")
      send note($text)
      -- first.json --
      "a"
      -- second.json --
      "b"
      """
    let runner = ScriptRunner(catalog: [LampFeature()])
    let results = try parsed(text).runs.map { runner.run($0, path: "a.macho").result }
    #expect(results.map(\.status) == [.passed, .passed])
  }
}
