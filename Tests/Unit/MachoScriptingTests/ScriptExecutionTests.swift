import Testing

@testable import MachoScripting

@Suite struct ScriptExecutionTests {
  private func run(_ text: String, observer: ScriptRunner.Observer = .init()) throws -> ScriptRun {
    try ScriptRunner(catalog: [LampFeature()]).run(
      ScriptValidator.parse(Array(text.utf8)), path: "dir/a.macho", observer: observer)
  }

  @Test func `An expected failure does not fail the script, but an unexpected pass does`() throws {
    let failing = try run("xfail \"#17\"\nfeature lamp\nsend toggle\n| other\n").result
    #expect(failing.status == .failedAsExpected("#17"))
    #expect(failing.isSuccess && failing.failures.count == 1)
    let passing = try run("feature lamp\nxfail \"#17\"\n").result
    #expect(passing.status == .failed)
    #expect(passing.failures.map(\.kind) == [.unexpectedPass])
    #expect(passing.failures.map(\.line) == [2])
  }

  @Test func `An unsatisfied requirement skips the script`() throws {
    let result = try run("requires feature:lamp\nrequires feature:fan env:X\nsend toggle\n").result
    #expect(result.status == .skipped("requires feature:fan env:X"))
    #expect(throws: ScriptParseErrors.self) { try run("requires linnux\n") }
  }

  @Test func `Captures and let share a namespace`() throws {
    let result = try run(
      """
      feature lamp
      send toggle
      | - off
      |= + <word:/o./>
      let other = "x"
      echo $word, $other
      | on, "x"
      echo again on
      |= again <word:/.*/>
      echo again off
      |= again <word:/.*/>

      """
    ).result
    #expect(result.failures.map(\.line) == [10])
  }

  @Test func `A failure in a sourced script has its own line and the chain of sources`() throws {
    let result = try run(
      """
      feature lamp
      source more
      send toggle
      -- more --
      # a comment
      send toggle
      | wrong
      send nothing
      """
    ).result
    #expect(result.failures.map(\.line) == [6, 8])
    #expect(result.failures.map(\.file) == [nil, nil])
    #expect(result.failures.map(\.step) == [nil, nil])
    #expect(result.failures[0].report.last?.text == "by dir/a.macho, source more")
    #expect(result.counts.steps == 4, "commands below the failing one are not run")
  }

  @Test func `Scripts that source each other terminate`() throws {
    let result = try run("source a\n-- a --\nsource b\n-- b --\nsource a\n").result
    #expect(result.failures.map(\.code) == ["too-many-sources"])
  }

  @Test func `A time limit is passed to the observer and ends a script between two lines`() throws {
    var limits: [Duration] = []
    let long = try run(
      "timeout 50s\nfeature lamp\n", observer: .init(didSetTimeLimit: { limits.append($0) }))
    #expect(long.result.status == .passed)
    #expect(limits == [.seconds(50)])
    let short = try run("xfail \"no\"\ntimeout 0.000000001s\nfeature lamp\nsend toggle\n").result
    #expect(short.status == .timedOut)
    #expect(short.failures.map(\.code) == ["timed-out"])
    #expect(short.failures.map(\.kind) == [.timeOut])
  }

  @Test func `A failure suggests a migration for renamed names`() throws {
    func hints(_ text: String) throws -> [String] {
      let failures = try run(text).result.failures
      return MigrationHint.lines(for: failures.flatMap(\.hints)).map(\.text)
    }
    #expect(
      try hints("feature lamp\nsend togle\n").first
        == "if LampStore.Action.togle was renamed:  macho migrate --rename LampStore.Action.togle=toggle dir/a.macho"
    )
    #expect(
      try hints("echo size: 3, name: \"size\"\n| length: 3, name: \"size\"\n")
        == ["if length was renamed:  macho migrate --rename length=size dir/a.macho"])
    for same in [
      "echo size: 3\n| length: 4\n", "echo size: true\n| size: false\n",
      "echo state: .on\n| state: .off\n", "echo a: 1, b: 2\n| b: 1, a: 2\n", "echo a\n|...\n| b\n",
    ] {
      #expect(try hints(same) == [], "\(same)")
    }
  }

  @Test func `Every report format contains an expected failure`() throws {
    let result = try run("xfail \"later # <b>\"\nfeature lamp\nsend nothing\n").result
    func lines(_ format: ReportFormat) -> [String] {
      var reporter = format.reporter()
      let lines =
        reporter.start(scripts: [result.path]) + reporter.report(result)
        + reporter.finish(RunSummary(results: [result], duration: .zero))
      return lines.map(\.text)
    }
    #expect(lines(.pretty).first == "XFAIL dir/a.macho: later # <b>")
    #expect(lines(.pretty).last == "1 failed as expected")
    #expect(lines(.tap)[2] == ##"not ok 1 - dir/a.macho # TODO later \# <b>"##)
    #expect(lines(.junit).contains { $0.contains(#"<skipped message="later # &lt;b&gt;"/>"#) })
    #expect(lines(.jsonl)[1].contains(#""status":"failed-as-expected""#))
    #expect(lines(.spec).contains("    failed as expected: later # <b>"))
  }
}
