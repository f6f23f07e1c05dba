import Testing

@testable import MachoSessions

@Suite struct `The output of 'help'` {
  @Test func `contains every verb in the row of its group`() {
    let commands = Command.all + Command.debugger
    let rows = HelpOverview.text(of: commands).split(separator: "\n")
    for group in Command.HelpGroup.allCases {
      let first = rows.firstIndex { $0.hasPrefix("  \(group.rawValue) ") } ?? 0
      let others = rows[(first + 1)...].prefix { $0.hasPrefix("           ") }
      let listed = ([rows[first].dropFirst(11)] + others).flatMap { $0.split(separator: " ") }
      #expect(listed.map(String.init) == commands.filter { $0.helpGroup == group }.map(\.verb))
    }
  }

  @Test func `contains the verbs of the debugger only while a script is debugged`() {
    let session = Session(catalog: [], receiveMode: .immediate)
    #expect(session.run("help step").failure?.code == "unknown-verb")
    #expect(session.run("step").failure?.code == "unknown-verb")
    session.enableDebugging()
    #expect(session.run("help step").events == [.help(Command.debugger[1].manual)])
    let step = session.run("step")
    #expect(step.directive == .debug(.step) && step.line?.command?.transcript == .excluded)
    #expect(session.run("step 2").failure?.notes == ["usage: step"])
    #expect(session.completions(of: "ste", at: 3).map(\.text) == ["step"])
    _ = session.run("reset all")
    #expect(session.run("retry").directive == .debug(.retry))
  }

  /// The screen, without the command line and the next prompt.
  private static let (rows, columns) = (24 - 2, 60)

  @Test(arguments: ["help"] + HelpTopic.all.map { "help " + $0.name })
  func `fits a small screen`(line: String) {
    let outcome = Session(catalog: [], receiveMode: .immediate).run(line)
    #expect(outcome.failure == nil)
    guard case .help(let text)? = outcome.events.first else {
      Issue.record("not a help text: \(outcome)")
      return
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The list of all codes does not fit a screen.
    if line != "help codes" {
      #expect(lines.count <= Self.rows)
      #expect(lines.filter { $0.count > Self.columns } == [])
    }
    #expect(lines.count > 5)
  }

  @Test func `has no topic with the name of a verb`() {
    #expect(Command.topics.filter { Command.named($0.name) != nil }.isEmpty)
  }

  @Test func `contains an example of each verb with arguments`() {
    let silent = Command.all.filter { $0.usage != [""] && !$0.manual.contains("\n  \($0.verb)") }
    #expect(silent.map(\.verb) == [])
  }
}
