import MachoSessions
import Testing

@testable import MachoScripting

@Suite struct EditedScriptTests {
  private func recorded(_ texts: [String], context: ContextChoice? = .test) -> RecordedLines {
    let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: context)
    var lines = RecordedLines(of: session)
    let now = ContinuousClock.now
    for text in texts { lines.append(session.run(text), in: session, from: now, to: now) }
    return lines
  }

  private func edited(_ texts: String...) -> EditedScript {
    recorded(texts).script(omitting: .undoneLines)
  }

  @Test func `Mistakes, queries and settings of the prompt are left out`() {
    let script = edited(
      "feature lamp", "state", "send togle", "watch isOn", "send toggle", "timing on",
      "effects", "echo x", "expect isOn == false", "help", "expect isOn", "nonsense", "watch",
      "watch off")
    #expect(script.text == "feature lamp\nsend toggle\n| - off\n| + on\nexpect isOn\n")
    #expect(script.counts == .init(mistakes: 3, queries: 4, settings: 3))
  }

  @Test func `A line that fails as it says stays`() {
    let script = edited("feature lamp", "! [no-such-case] send togle", "! expect isOn", "! state")
    #expect(
      script.text.hasPrefix("feature lamp\n! [no-such-case] send togle\n| send togle\n"))
    #expect(script.text.contains("\n! expect isOn\n") && !script.text.contains("! state"))
    #expect(script.counts.mistakes == 1)
  }

  @Test func `Variables stay if a later line uses them`() {
    let script = edited(
      "feature lamp", #"let a = "a""#, #"let b = "b""#, "let c = $b", #"let c = "c""#,
      "echo $a", "send note($b)", "send note($c)")
    #expect(
      script.text == """
        feature lamp
        let b = "b"
        let c = "c"
        send note($b)
        | - off
        | + off b
        send note($c)
        | - off b
        | + off c

        """)
    #expect(script.counts == .init(queries: 1, variables: 2))
  }

  @Test func `Marks become phases`() {
    let lines = recorded(["feature lamp", "send toggle", "mark lit", "send toggle"])
    let text = "feature lamp\nsend toggle\n| - off\n| + on\n\n## lit\n"
    let rest = "send toggle\n| - on\n| + off\n"
    #expect(lines.script(omitting: .undoneLines).text == text + rest)
    // Time travel may lead to the mark.
    #expect(lines.script(omitting: []).text == text + "mark lit\n" + rest)
  }

  @Test func `A mark stays below its phase if a later line refers to it`() {
    let script = edited(
      "feature lamp", "mark dark", "send toggle", "mark lit", "send toggle", "replay 0 lit",
      "diff dark lit")
    #expect(script.text.hasPrefix("feature lamp\n\n## dark\nsend toggle\n| - off\n| + on\n"))
    #expect(
      script.text.contains("\n## lit\nmark lit\nsend toggle\n| - on\n| + off\nreplay 0 lit\n"))
    #expect(script.counts == .init(queries: 1))
  }

  @Test func `Undone lines are left out, with what belongs to their point`() {
    let lines = recorded([
      "feature lamp", "send toggle", "send note(\"x\")", "let a = 1", "mark here",
      "expect isOn", "finish", "undo", "expect isOn", "! redo 2",
    ])
    #expect(
      lines.script(omitting: .undoneLines).text.hasPrefix(
        "feature lamp\nsend toggle\n| - off\n| + on\nexpect isOn\n! redo 2\n"))
    #expect(lines.script(omitting: .undoneLines).counts == .init(undone: 4, variables: 1))
    #expect(lines.script(omitting: []).text.contains("\nfinish\nundo\n"))
    #expect(lines.hasTravel && !lines.undoesParts)
  }

  @Test func `Actions of another branch are left out`() {
    let script = edited(
      "feature lamp", "send toggle", "branch other", "send note(\"x\")", "goto main",
      "expect isOn")
    #expect(script.text == "feature lamp\nsend toggle\n| - off\n| + on\nexpect isOn\n")
  }

  @Test func `A line of which only some actions are undone is found`() {
    #expect(recorded(["feature lamp", "send toggleLater", "undo 1 action"]).undoesParts)
    #expect(!recorded(["feature lamp", "send toggleLater", "undo"]).undoesParts)
    #expect(!recorded(["feature lamp", "send toggleLater", "undo", "redo"]).undoesParts)
  }

  @Test func `A script can omit the context that a prompt chooses`() {
    let lines = recorded(["feature lamp", "send toggle"], context: nil)
    #expect(lines.hasImpliedContext)
    #expect(lines.script(omitting: []).text.hasPrefix("feature lamp\ncontext preview\nsend"))
    #expect(lines.script(omitting: .impliedContext).text.hasPrefix("feature lamp\nsend toggle\n"))
  }

  @Test func `An empty line separates what is before and after a pause`() {
    let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
    var lines = RecordedLines(of: session)
    var time = ContinuousClock.now
    for text in ["feature lamp", "send toggle", "state", "send toggle"] {
      lines.append(session.run(text), in: session, from: time, to: time)
      time += .seconds(text == "send toggle" ? 60 : 59)
    }
    lines.append(comment: RecordedLine(transcript: "# the end\n"), at: time)
    #expect(
      lines.script(omitting: []).text
        == "feature lamp\nsend toggle\n| - off\n| + on\n\nsend toggle\n| - on\n| + off\n\n# the end\n"
    )
  }

  @Test(arguments: [
    ("# note", "\n# note\n"), ("## phase", "\n## phase\n"), ("## it works", "\n# it works\n"),
  ])
  func `One empty line separates a comment after a pause`(comment: String, text: String) throws {
    let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
    var lines = RecordedLines(of: session)
    let time = ContinuousClock.now
    lines.append(comment: RecordedLine(try #require(RecordedComment("# first"))), at: time)
    lines.append(
      comment: RecordedLine(try #require(RecordedComment(comment))), at: time + .seconds(60))
    #expect(lines.script(omitting: []).text == "# first\n" + text)
  }
}
