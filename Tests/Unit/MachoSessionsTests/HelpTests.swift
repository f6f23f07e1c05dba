import Testing

@testable import MachoSessions

@Suite struct `What 'help' says` {
  @Test func `names every verb in one group, and nothing else`() {
    let named = HelpOverview.groups.flatMap(\.verbs)
    #expect(HelpOverview.ungrouped == [])
    #expect(Set(named).count == named.count)
    #expect(named.filter { Command.named($0) == nil } == [])
  }

  @Test func `names a verb that no group has`() {
    #expect(Command.all.allSatisfy { HelpOverview.text.contains($0.verb) })
  }

  /// With the line that asks for it and the prompt below it.
  private static let (rows, columns) = (24 - 2, 60)

  @Test(arguments: ["help"] + HelpTopic.all.map { "help " + $0.name })
  func `fits a small screen`(line: String) {
    let outcome = Session(catalog: [], taking: .immediate).run(line)
    #expect(outcome.failure == nil)
    guard case .help(let text)? = outcome.events.first else {
      Issue.record("it is no help: \(outcome)")
      return
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // A list of all codes is longer than any screen.
    if line != "help codes" {
      #expect(lines.count <= Self.rows)
      #expect(lines.filter { $0.count > Self.columns } == [])
    }
    #expect(lines.count > 5)
  }

  @Test func `has no topic that a verb's name hides`() {
    #expect(Command.topics.filter { Command.named($0.name) != nil }.isEmpty)
  }

  @Test func `gives an example of each verb that takes something`() {
    let silent = Command.all.filter { $0.usage != [""] && !$0.manual.contains("\n  \($0.verb)") }
    #expect(silent.map(\.verb) == [])
  }
}
