import Foundation
import Testing

/// Debugging a script at a prompt in its session.
@Suite struct `Debugging a script` {
  private static let wrong = """
    #!macho 1
    feature counter
    ## counting
    send incrementButtonTapped
    |...
    expect count == 2
    stub numberFact.fetch(2) -> @file("fact")
    send factButtonTapped
    |...
    receive factResponse.success
    |...
    -- fact --
    "two"

    """

  private func debug(
    _ script: String, _ typed: String..., options: [String] = []
  ) throws -> (sandbox: Sandbox, run: Sandbox.Finished) {
    let sandbox = try Sandbox(["bug.macho": script])
    let lines = typed.map { $0 + "\n" }.joined()
    let run = try sandbox.run(
      .macho, ["test", "--debug"] + options + ["bug.macho"], input: .text(lines))
    return (sandbox, run)
  }

  @Test func `lists the script, writes accepted output and continues`() throws {
    let script = """
      #!macho 1
      feature counter
      send incrementButtonTapped
      |   CounterFeature.State(
      | +   count: 2,
      |   )
      expect count == 1

      """
    let (sandbox, run) = try debug(script, "help verbs", "list", "accept", "accept", "continue")
    #expect(run.output.contains("\naccept      write the actual output"))
    #expect(run.output.contains("\n> 3  send incrementButtonTapped\n"))
    #expect(run.output.contains("wrote the output to bug.macho; 'continue' runs the rest\n"))
    #expect(run.output.contains(", 'accept' writes the output of the line to it\n"))
    #expect(run.output.contains("no line has just printed other output than the script expects\n"))
    #expect(run.output.contains("PASS bug.macho"))
    #expect(run.status == 0)
    #expect(try sandbox.read("bug.macho").contains("| -   count: 0,\n| +   count: 1,\n|   )\n"))
  }

  @Test func `lists and numbers the lines of the file after accepting output`() throws {
    let script = """
      #!macho 1
      feature counter
      send incrementButtonTapped
      |   CounterFeature.State(
      | +   count: 2,
      |   )
      # The next one.
      expect count == 1
      expect count == 2

      """
    let (_, run) = try debug(script, "accept", "list", "step", "continue")
    #expect(
      run.output.contains(
        """
           4  |   CounterFeature.State(
           5  | -   count: 0,
           6  | +   count: 1,
           7  |   )
           8  # The next one.
        >  9  expect count == 1

        """))
    #expect(run.output.contains("ran bug.macho:9  expect count == 1; next: bug.macho:10\n"))
    #expect(run.output.contains("  bug.macho:10\n"))
  }

  @Test func `stops at the failing line, in its session`() throws {
    let (_, run) = try debug(Self.wrong, "state count", "history")
    #expect(run.status == 1)
    #expect(
      run.output == """
        FAIL bug.macho
          bug.macho:6  ## counting
          expect count == 2
            A| expect count == 2
            A|        ^^^^^^^^^^ expect-failed: count is 1, expected == 2
        stopped here: inspect, undo or send
        'retry' runs the line again, 'step' the next one, 'continue' the rest
        'list' shows the script
        1
        > 1  send incrementButtonTapped

        """)
  }

  @Test func `says why the output of a failed assertion cannot be accepted`() throws {
    let (sandbox, run) = try debug(Self.wrong, "accept")
    #expect(run.output.contains("this line failed before its output was compared: "))
    #expect(try sandbox.read("bug.macho") == Self.wrong)
  }

  @Test func `retries the line and passes once it is fixed`() throws {
    let (_, run) = try debug(Self.wrong, "send incrementButtonTapped", "retry", "continue")
    #expect(run.status == 0)
    #expect(run.output.contains("line passes; next: bug.macho:7\n"))
    #expect(
      run.output.hasSuffix("PASS bug.macho (6 commands)\nscript finished; 'quit' exits\n"))
  }

  @Test func `continues after a failure, which remains`() throws {
    let (_, run) = try debug(Self.wrong, "step", "step", "step", "step", "continue")
    #expect(run.status == 1)
    #expect(run.output.contains("ran bug.macho:7  stub numberFact.fetch(2) -> @file(\"fact\")"))
    // The skipped line has changed the argument of the call.
    #expect(run.output.contains("unstubbed: numberFact.fetch(1) was called and has no stub"))
    #expect(run.output.contains("  bug.macho:6  ## counting"))
    #expect(run.output.hasSuffix("script finished; 'quit' exits\n"))
  }

  @Test func `lists the unasserted actions`() throws {
    let (_, run) = try debug(
      Self.wrong, "send incrementButtonTapped", #"stub numberFact.fetch -> "x""#,
      "send factButtonTapped", "receive factResponse")
    #expect(run.output.contains("not asserted:  receive factResponse.success(\"x\")\n"))
    #expect(run.output.contains("+   fact: \"x\","))
    #expect(run.output.components(separatedBy: "not asserted").count == 2)
  }

  @Test func `saves the session as a passing script with its files`() throws {
    let (sandbox, _) = try debug(
      Self.wrong, "send incrementButtonTapped", "retry", "continue", "save fixed.macho",
      "export json session.json")
    let script = try sandbox.read("fixed.macho")
    #expect(script.contains("\nexpect count == 2\n") && !script.contains("expect-failed"))
    #expect(script.hasSuffix("\n-- fact --\n\"two\"\n"))
    #expect(try sandbox.run(.macho, "test", "--strict", "fixed.macho").status == 0)
    #expect(try sandbox.read("session.json").contains("factResponse.success"))
  }

  @Test func `stops at an output mismatch, in a sourced script and at the end`() throws {
    let script = """
      feature counter
      source part
      send factButtonTapped
      |...
      -- part --
      send incrementButtonTapped
      | (No state changes)
      send incrementButtonTapped
      |...

      """
    let (_, run) = try debug(
      script, "state count", "step", "state count", "continue",
      #"answer numberFact.fetch -> "x""#, "receive factResponse.success", "retry", "continue")
    let output = run.output
    #expect(output.contains("  bug.macho:6\n  send incrementButtonTapped\n"))
    #expect(output.contains("E| (No state changes)"))
    #expect(output.contains("unstubbed"))
    #expect(output.contains("\n1\n") && output.contains("\n2\n"))
    #expect(run.status == 1)
  }

  @Test func `stops at effects in flight at the end, which can then be finished`() throws {
    let script = """
      feature counter
      stub numberFact.fetch -> "x" after 1s
      send factButtonTapped
      |...

      """
    let (_, run) = try debug(script, "advance", "receive factResponse", "retry")
    #expect(run.output.contains("at end of file (implicit 'finish')"))
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func `opens no prompt if nothing fails`() throws {
    let (_, run) = try debug("feature counter\nsend incrementButtonTapped\n", "state")
    #expect(run.status == 0)
    #expect(run.output == "PASS bug.macho (2 commands)\n")
  }

  @Test func `is strict with --strict`() throws {
    let script = "feature counter\nsend incrementButtonTapped\n"
    let (_, run) = try debug(script, "state count", options: ["--strict"])
    #expect(run.status == 1)
    #expect(run.output.contains("uncompared: ") && run.output.hasSuffix("\n1\n"))
  }

  @Test func `requires a single script and no conflicting options`() throws {
    let sandbox = try Sandbox([
      "a.macho": "feature counter\n", "b.macho": "feature counter\n",
      "c.macho": "fixture counter\n",
    ])
    let two = try sandbox.run(.macho, "test", "--debug", "a.macho", "b.macho")
    #expect(two.status == 2 && two.errors.contains("2 are selected"))
    let other = try sandbox.run(.macho, "test", "--debug", "--update", "a.macho")
    #expect(other.status == 2 && other.errors.contains("combined with --update"))
    let unparsable = try sandbox.run(.macho, "test", "--debug", "c.macho")
    #expect(unparsable.status == 2 && unparsable.errors.contains("unknown-verb"))
    let none = try sandbox.run(.macho, "test", "--debug", "d.macho")
    #expect(none.status == 2)
  }

  @Test func `reports the line of a crash`() throws {
    let sandbox = try Sandbox(["traps.macho": "feature traps\nsend unwrapNil\n"])
    let run = try sandbox.run(.externalWorkDriver, "test", "--debug", "traps.macho")
    #expect(run.status == 4)
    #expect(run.errors.contains("macho: the process crashed at traps.macho:2:  send unwrapNil"))
  }

  @Test func `rejects arguments of its verbs, and its verbs after the end`() throws {
    let (_, run) = try debug(
      "feature counter\nexpect count == 1\n", "continue please", "continue", "retry")
    #expect(run.output.contains("usage: continue\n"))
    #expect(run.output.hasSuffix("script finished; 'quit' exits\n"))
  }
}

/// A prompt that starts in the state after a script.
@Suite struct `A prompt after a script` {
  private static let script = """
    #!macho 1
    feature counter
    stub numberFact.fetch -> "a fact"
    send factButtonTapped
    |...
    receive factResponse.success
    |...
    send incrementButtonTapped
    |...

    """

  private func open(
    _ place: String, _ typed: String, _ script: String = script, options: [String] = []
  ) throws -> (sandbox: Sandbox, run: Sandbox.Finished) {
    let sandbox = try Sandbox(["a.macho": script])
    let run = try sandbox.run(
      .macho, ["repl", "--after", place] + options, input: .text(typed + "\n"))
    return (sandbox, run)
  }

  @Test func `has the state, the history and the stubs`() throws {
    let (_, run) = try open("a.macho", "state count\nhistory\nundo 2")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("1\n  1  send factButtonTapped\n"))
    #expect(run.output.contains("> 3  send incrementButtonTapped\n"))
  }

  @Test func `starts after the command that contains the line`() throws {
    for (line, count) in [(1, 0), (2, 0), (4, 2), (5, 2), (6, 2), (7, 2), (8, 3), (9, 3)] {
      let (_, run) = try open("a.macho:\(line)", "history")
      let entries = run.output.split(separator: "\n").count {
        $0.contains("  send ") || $0.contains("  receive ")
      }
      // Pending received actions are applied, as at any prompt.
      #expect(entries == count, "\(line): \(run.output)")
    }
  }

  @Test func `applies pending actions and records the script's lines`() throws {
    let (sandbox, run) = try open(
      "a.macho:4", "send incrementButtonTapped", options: ["--record", "new.macho"])
    #expect(run.output.hasPrefix("receive factResponse.success(\"a fact\")\n"))
    let script = try sandbox.read("new.macho")
    #expect(script.contains("stub numberFact.fetch -> \"a fact\"\nsend factButtonTapped\n"))
    #expect(script.contains("receive factResponse.success(\"a fact\")\n"))
    #expect(try sandbox.run(.macho, "test", "--strict", "new.macho").status == 0)
  }

  @Test func `reports a failing line and starts there`() throws {
    let (_, run) = try open(
      "a.macho", "state count", "feature counter\nexpect count == 1\nsend incrementButtonTapped\n")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("FAIL a.macho\n  a.macho:2\n  expect count == 1\n"))
    #expect(run.output.hasSuffix("\n0\n"))
  }

  @Test func `rejects a wrong script, line or option`() throws {
    let late = try open("a.macho:99", "state").run
    #expect(late.status == 2 && late.errors.contains("a.macho has 9 lines, not 99"))
    let missing = try open("b.macho", "state").run
    #expect(missing.status == 2 && missing.errors.contains("b.macho"))
    let sandbox = try Sandbox(["a.macho": Self.script])
    let both = try sandbox.run(.macho, "repl", "counter", "--after", "a.macho")
    #expect(both.status == 2)
    let context = try sandbox.run(.macho, "repl", "--after", "a.macho", "--context", "live")
    #expect(context.status == 2)
  }
}
