import Testing

@testable import MachoSessions

@Suite struct `The output of 'help'` {
  @Test func `contains every verb in exactly one group`() {
    let named = HelpOverview.groups.flatMap(\.verbs)
    #expect(HelpOverview.ungrouped == [])
    #expect(Set(named).count == named.count)
    #expect(named.filter { Command.named($0) == nil } == [])
  }

  @Test func `contains verbs without a group`() {
    #expect(Command.all.allSatisfy { HelpOverview.text.contains($0.verb) })
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
