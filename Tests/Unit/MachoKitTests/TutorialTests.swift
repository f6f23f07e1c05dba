import Testing

@testable import MachoKit

@Suite struct `The tutorial` {
  /// What the tutorial asks for, typed without Tab.
  private static let lines = [
    "send incrementButtonTapped", "send incrementButonTapped",
    #"stub numberFact.fetch -> "one is fine" after 1s"#, "send factButtonTapped", "advance 1s",
    "expect count == 1", "undo", "save first.macho",
  ]

  private func text(_ lines: some Sequence<String>) -> Sandbox.Input {
    .text(lines.map { $0 + "\n" }.joined())
  }

  @Test(arguments: [Tool.macho, .externalWorkDriver])
  func `ends with a passing test in any driver`(tool: Tool) throws {
    let sandbox = try Sandbox()
    let tutorial = try sandbox.run(tool, "tutorial", input: text(Self.lines))
    #expect(tutorial.status == 0)
    #expect(tutorial.output.contains("\n$ \(tool.rawValue) test first.macho\nPASS first.macho"))
    #expect(tutorial.output.contains("# That is all."))
    #expect(try sandbox.run(tool, "test", "--strict", "first.macho").status == 0)
  }

  @Test func `shows the line that each step expects`() {
    #expect(TutorialStep.all.map(\.line) == Self.lines)
    for (step, line) in zip(TutorialStep.all, Self.lines) {
      // The first two ask for Tab and for a mistake.
      let begin = "send inc"
      #expect(step.task.contains(line) || step.task.hasPrefix(begin) && line.hasPrefix(begin))
    }
    let rows = TutorialStep.all.flatMap {
      "\($0.reason)\n    \($0.task)\n\($0.insight)".split(separator: "\n")
    }
    #expect(rows.filter { $0.count > 58 } == [])
  }

  @Test func `continues after any spelling of a step's line`() throws {
    let lines = [
      "  send   decrementButtonTapped", "send nothing(1)",
      "stub numberFact.fetch(_) throws error(\"x\")",
      "send factButtonTapped", "state", "expect isLoading == false",
    ]
    let run = try Sandbox().run(.macho, "tutorial", input: text(lines))
    #expect(run.status == 0)
    // The stub threw at once, so no effect was left in flight.
    #expect(run.output.contains("# 5/8  advance 1s"))
  }

  @Test func `prints the error and the step again after a mistake`() throws {
    let run = try Sandbox().run(.macho, "tutorial", input: text(["send inc", "state", "", "quit"]))
    #expect(run.status == 0)
    #expect(run.output.contains("did you mean incrementButtonTapped?\n# 1/8  send inc"))
    #expect(run.output.contains("isLoading: false\n)\n# 1/8  send inc"))
    #expect(
      run.output.hasSuffix(
        "# 1/8  A feature has a state, and actions that change it.\n#\n#     "
          + "send inc     press Tab to complete it, then Return\n"))
    #expect(!run.output.contains("2/8"))
  }

  @Test func `does the steps with 'next', but writes no file`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      .macho, "tutorial", input: text(Array(repeating: "next", count: Self.lines.count)))
    #expect(run.status == 0)
    for line in Self.lines.dropLast() { #expect(run.output.contains("\ntutorial> \(line)\n")) }
    // What the tutorial says of a step is true.
    for step in TutorialStep.all.dropLast() {
      #expect(run.output.contains("# " + step.insight.prefix { $0 != "\n" }))
    }
    #expect(run.output.contains("no-such-case") && !run.output.contains("expect-failed"))
    #expect(run.output.contains("# 8/8"))
    // Nothing was saved, so nothing is tested.
    #expect(!run.output.contains("$ macho test"))
    #expect(run.output.contains("# That is all."))
  }

  @Test func `continues with 'next' although its line fails`() throws {
    let lines = ["send decrementButtonTapped", "next", "next", "next", "next", "next"]
    let run = try Sandbox().run(.macho, "tutorial", input: text(lines))
    #expect(run.output.contains("expect-failed: count is -1"))
    #expect(run.output.contains("# 7/8  Go back in time."))
    #expect(!run.output.contains("# It holds: "))
  }

  @Test(arguments: 0...8)
  func `exits at the end of the input after any step`(count: Int) throws {
    let run = try Sandbox().run(.macho, "tutorial", input: text(Self.lines.prefix(count)))
    #expect(run.status == 0)
    #expect(run.output.contains("That is all") == (count == 8))
  }

  @Test func `has an unlisted feature`() throws {
    let sandbox = try Sandbox(["t.macho": "feature tutorial\nexpect count == 0\n"])
    #expect(try sandbox.run(.macho, "test", "t.macho").status == 0)
    #expect(try !sandbox.run(.macho, "features").output.contains("tutorial"))
    let wrong = try sandbox.run(.macho, "repl", input: .text("feature nope\n"))
    #expect(!wrong.output.contains("tutorial"))
  }
}
