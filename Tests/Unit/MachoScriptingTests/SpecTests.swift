import Testing

@testable import MachoReporting
@testable import MachoScripting

private let lamps = """
  feature lamp

  ## before each
  send toggle

  ## describe a lamp
  ## it is on
  expect isOn

  ## context with a note
  ## before each
  send note("a")
  ## it has it
  expect note == "a"
  ## it is overwritten
  send note("b")

  ## context with a note / twice
  ## before each
  send note("aa")
  ## it has the last
  expect note == "aa"

  ## describe another
  ## it is on
  expect note == ""
  """

@Suite struct `A specification` {
  private func parsed(_ text: String) throws -> Script { try ScriptParser.parse(text) }

  @Test func `names its cases by subject, circumstances and title`() throws {
    let spec = try #require(try parsed(lamps).spec)
    #expect(
      spec.cases.map(\.name) == [
        "a lamp / is on", "a lamp / with a note / has it", "a lamp / with a note / is overwritten",
        "a lamp / with a note / twice / has the last", "another / is on",
      ])
    #expect(spec.cases.map(\.line) == [7, 13, 15, 21, 25])
  }

  @Test func `runs the setup of each context from the outermost to the innermost`() throws {
    let script = try parsed(lamps)
    #expect(
      script.runs.map { $0.steps.map(\.text) } == [
        ["feature lamp", "send toggle", "expect isOn"],
        ["feature lamp", "send toggle", #"send note("a")"#, #"expect note == "a""#],
        ["feature lamp", "send toggle", #"send note("a")"#, #"send note("b")"#],
        [
          "feature lamp", "send toggle", #"send note("a")"#, #"send note("aa")"#,
          #"expect note == "aa""#,
        ],
        ["feature lamp", "send toggle", #"expect note == """#],
      ])
    for run in script.runs {
      let indices = try #require(run.selection?.stepIndices)
      #expect(indices.compactMap { $0.map { script.steps[$0] } } == run.steps)
    }
  }

  @Test func `is selected by a line of a case or of its context`() throws {
    let spec = try #require(try parsed(lamps).spec)
    #expect(spec.cases(at: 14).map(\.line) == [13])
    #expect(spec.cases(at: 10).map(\.line) == [13, 15, 21])
    #expect(spec.cases(at: 19).map(\.line) == [21])
    #expect(spec.cases(at: 3).count == 5)
    #expect(spec.cases(at: 1).isEmpty)
    #expect(spec.specCase(at: 10) == nil)
  }

  @Test func `is what runs up to any of its lines`() throws {
    let script = try parsed(lamps)
    func texts(_ line: Int) -> [String] { script.run(throughLine: line).steps.map(\.text) }
    #expect(texts(1) == ["feature lamp"])
    #expect(texts(12) == ["feature lamp", "send toggle", #"send note("a")"#])
    #expect(texts(9) == ["feature lamp", "send toggle", "expect isOn"])
    #expect(texts(16).last == #"send note("b")"#)
  }

  @Test(arguments: [
    "", "feature lamp\n## a phase\nsend toggle\n## item\nstate\n",
    "feature lamp\n## a phase\nsend toggle\n## it is on\nstate\n",
  ])
  func `is no script with plain phases`(text: String) throws {
    let script = try parsed(text)
    #expect(script.spec == nil)
    #expect(script.runs == [script])
    #expect(script.run(throughLine: 2) == script)
  }

  @Test func `runs each case in a session of its own`() throws {
    let runner = ScriptRunner(catalog: [LampFeature()])
    let results = try parsed(lamps).runs.map { runner.run($0, path: "a.macho").result }
    #expect(results.map(\.status) == Array(repeating: .passed, count: 5))
    #expect(results[1].name == "a.macho > a lamp / with a note / has it")
    #expect(results[1].phases.map(\.title) == ["before each", "before each", "it has it"])
  }

  @Test func `without commands below its last heading ends where the file does`() throws {
    let script = try parsed("feature lamp\n## it leaks\nsend leak\n\n## it is fine\nstate\n")
    let result = ScriptRunner(catalog: [LampFeature()]).run(script.runs[0], path: "a").result
    #expect(result.failures.map(\.kind) == [.endOfFile])
    #expect(result.failures.map(\.line) == [4])
  }

  @Test func `keeps the line numbers in the text of a case`() throws {
    let run = try parsed("feature lamp\n## it a\nstate\n## it b\nsend toggle\n-- f --\nx\n").runs[1]
    #expect(run.runText == "feature lamp\n\n\n## it b\nsend toggle\n-- f --\nx\n")
  }

  @Test(arguments: [
    (
      "## describe a\n## it b\nstate\n## plain\nstate\n",
      [(4, ScriptParseError.Code.misplacedHeading)]
    ),
    ("## before\nstate\n## context a\n## it b\nstate\n", [(1, .misplacedHeading)]),
    ("## it a\n## it b\nstate\n", [(1, .emptyHeading)]),
    ("## it\nstate\n", [(1, .emptyHeading)]),
    ("## context a\n## context b\n## it c\nstate\n", [(1, .emptyHeading)]),
    ("## context a\nstate\n## it c\nstate\n", [(1, .misplacedHeading)]),
    ("## before each\nstate\n", [(1, .emptyHeading)]),
    ("## before each\n## it c\nstate\n", [(1, .emptyHeading)]),
    ("## it a\nstate\n## before each\nstate\n", [(3, .misplacedHeading)]),
    ("## before each\nstate\n## before each\nstate\n## it a\nstate\n", [(3, .misplacedHeading)]),
    ("## it a\nstate\n## it a\nstate\n", [(3, .duplicateCase)]),
    ("## context a\n## it b\nstate\n## it b\nstate\n", [(4, .duplicateCase)]),
    ("## context a\n## it b\nstate\n## context c\n## it b\nstate\n", []),
    ("## describe a\n## it b\nstate\n## context c\n## before each\nstate\n## it b\nstate\n", []),
  ])
  func `has its headings checked`(
    text: String, expected: [(line: Int, code: ScriptParseError.Code)]
  ) throws {
    let errors = ScriptValidator.errors(in: try parsed("feature lamp\n" + text))
    #expect(errors.map(\.line) == expected.map { $0.line + 1 })
    #expect(errors.map(\.code) == expected.map(\.code))
    #expect(errors.allSatisfy { $0.suggestion != nil && !$0.source.isEmpty })
  }

  @Test func `cannot be sourced`() throws {
    let script = "feature lamp\nsource s\n-- s --\n## it a\nstate\n"
    let errors = ScriptValidator.errors(in: try parsed(script))
    #expect(errors.map(\.line) == [4])
    #expect(errors.map(\.code) == [.misplacedHeading])
  }

  @Test func `reports an unused section once, and no section of another case`() throws {
    let text = """
      feature lamp
      ## it a
      send note(@file("a"))
      ## it b
      send note(@file("b"))
      -- a --
      "a"
      -- b --
      "b"
      -- c --
      3
      """
    let runner = ScriptRunner(catalog: [LampFeature()])
    let results = try parsed(text).runs.map { runner.run($0, path: "a.macho").result }
    #expect(results.map { $0.failures.map(\.command) } == [["-- c --"], []])
  }

  @Test func `is not recorded by a prompt`() {
    #expect(RecordedComment("## it works")?.text == "# it works\n")
    #expect(RecordedComment("## it works")?.isPhase == false)
    #expect(RecordedComment("## works")?.text == "\n## works\n")
    #expect(RecordedComment("## works")?.isPhase == true)
  }

  @Test func `is printed as a tree`() {
    var reporter = ReportFormat.spec.reporter()
    func report(_ path: String, _ titles: [String]?) -> [String] {
      var result = ScriptResult(path: path, status: .passed)
      result.specCase = titles.map { ScriptCase(titles: $0, line: 1) }
      return reporter.report(result).map(\.text)
    }
    #expect(report("a", ["x", "y", "z"]) == ["a", "    x", "      y", "        ✓ z  (0 ms)"])
    #expect(report("a", ["x", "y", "u"]) == ["        ✓ u  (0 ms)"])
    #expect(report("a", ["x", "v"]) == ["      ✓ v  (0 ms)"])
    #expect(report("a", ["x", #"v = "1 / 2""#]) == [#"      ✓ v = "1 / 2"  (0 ms)"#])
    #expect(report("b", ["x", "v"]) == ["b", "    x", "      ✓ v  (0 ms)"])
    #expect(report("c", nil) == ["✓ c  (0 ms)"])
  }
}

@Suite(.serialized) struct `An update of a specification` {
  private func update(
    _ text: String, _ cases: [Int]? = nil,
    changing change: (inout ScriptRun, _ caseLine: Int?) -> Void = { _, _ in }
  ) throws -> (results: [ScriptResult], text: String) {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write(text, path)
      let runner = ScriptRunner(catalog: [LampFeature()])
      let all = ScriptFiles.runs(of: path)
      let results = ExpectationUpdater(mode: .all).update(
        path: path, cases: cases?.map { all[$0] } ?? all
      ) {
        var run = runner.run(path: path, caseAt: $0?.line)
        change(&run, $0?.line)
        return run
      }
      return (results, try contents(path))
    }
  }

  private static let text = """
    feature lamp
    ## before each
    send toggle
    ## it a
    send toggle
    ## it b
    send note("x")
    | wrong

    """

  @Test func `writes the expectations of all sections`() throws {
    let (results, text) = try update(Self.text)
    #expect(results.map(\.status) == [.updated, .updated])
    #expect(results.map(\.counts.updated) == [2, 1])
    #expect(
      text == """
        feature lamp
        ## before each
        send toggle
        | - off
        | + on
        ## it a
        send toggle
        | - on
        | + off
        ## it b
        send note("x")
        | - on
        | + on x

        """)
    #expect(try update(text).results.map(\.status) == [.passed, .passed])
  }

  @Test func `writes those of the selected cases only`() throws {
    let (results, text) = try update(Self.text, [0])
    #expect(results.map(\.counts.updated) == [2])
    #expect(text.hasSuffix("## it b\nsend note(\"x\")\n| wrong\n"))
  }

  @Test func `writes those of other cases if one fails`() throws {
    let (results, text) = try update(Self.text + "send no\n")
    #expect(results.map(\.status) == [.updated, .failed])
    #expect(results[1].notUpdated == "line 9 fails")
    #expect(text.contains("| + on\n## it a\nsend toggle\n| - on\n| + off\n"))
    #expect(text.hasSuffix("send note(\"x\")\n| - on\n| + on x\nsend no\n"))
  }

  @Test func `reports a shared command whose output differs between cases`() throws {
    // The output of the setup depends on something outside of the session.
    let (results, text) = try update(Self.text) { run, line in
      if line == 6 { run.outputs[1] = ["+ dark"] }
    }
    #expect(results.map(\.status) == [.updated, .failed])
    #expect(results[1].failures.map(\.kind) == [.notDeterministic])
    #expect(results[1].failures.map(\.line) == [3])
    #expect(results[1].failures[0].message?.contains("cases of this command differ") == true)
    #expect(text.hasSuffix("## it b\nsend note(\"x\")\n| wrong\n"))
  }

  @Test func `binds captures in each case anew`() throws {
    let text = """
      feature lamp
      ## it a
      send note("a")
      | - off
      |= + off <note:/.*/>
      ## it b
      send note("b")
      | - off
      |= + off <note:/.*/>

      """
    #expect(try update(text).text == text)
  }

  @Test func `writes lines that hold in the cases of all rows`() throws {
    let (results, text) = try update(
      "feature lamp\n## cases\n- n\n- 1\n- 22\nsend toggle\nsend note($n)\n")
    #expect(results.map(\.status) == [.updated, .passed])
    #expect(results.map(\.counts.updated) == [2, 0])
    #expect(
      text == """
        feature lamp
        ## cases
        - n
        - 1
        - 22
        send toggle
        | - off
        | + on
        send note($n)
        | - on
        |= + on <n:/.*/>

        """)
    #expect(try update(text).results.map(\.status) == [.passed, .passed])
    #expect(try update(text).text == text)
  }

  @Test func `replaces lines that do not hold in the cases of all rows`() throws {
    let (results, text) = try update(
      "feature lamp\n## cases\n- n\n- 1\n- 22\nsend note($n)\n| - off\n| + off 1\n")
    #expect(results.map(\.status) == [.updated, .passed])
    #expect(text.hasSuffix("| - off\n|= + off <n:/.*/>\n"))
  }

  @Test func `keeps lines that hold in the cases of all rows`() throws {
    let script = "feature lamp\n## cases\n- n\n- 1\n- 22\nsend note($n)\n|...\n"
    let (results, text) = try update(script)
    #expect(results.map(\.status) == [.passed, .passed])
    #expect(text == script)
  }

  @Test func `reports a command whose output differs by more than the values of the rows`() throws {
    let (results, text) = try update(
      "feature lamp\n## cases\n- action\n- toggle\n- note(\"x\")\nsend $action\n")
    #expect(results.map(\.status) == [.updated, .failed])
    #expect(results[1].failures.map(\.kind) == [.notDeterministic])
    #expect(results[1].failures[0].report.map(\.text).contains("action = toggle:"))
    #expect(text.hasSuffix("send $action\n| - off\n| + on\n"))
  }
}
