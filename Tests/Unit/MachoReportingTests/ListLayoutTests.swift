import MachoSessions
import MachoValues
import Testing

@testable import MachoReporting

@Suite struct `Lists at a terminal` {
  private let actions = Event.actions([
    CaseDescription(name: "add", arguments: [.init(label: "to", type: "Int")]),
    CaseDescription(name: "plus", standsFor: "add(to: 3)"),
    { () -> CaseDescription in
      var described = CaseDescription(name: "renamed")
      described.summary = "changes the name of 日本"
      return described
    }(),
  ])

  @Test func `align the descriptions of actions`() {
    #expect(
      ListLayout(columns: 60).lines(for: actions) == [
        "add(to: Int)", "plus     stands for add(to: 3)", "renamed  changes the name of 日本",
      ])
    #expect(
      ListLayout(columns: 30).lines(for: actions) == [
        "add(to: Int)", "plus     stands for add(to:", "         3)",
        "renamed  changes the name of", "         日本",
      ])
    #expect(ListLayout(columns: 30).lines(for: .actions([])) == nil)
  }

  @Test func `wrap help in its columns`() {
    let help = Event.help("skip        skip received actions, effects\n\n  send ACTION  x\nshort")
    #expect(
      ListLayout(columns: 34).lines(for: help) == [
        "skip        skip received", "            actions, effects", "", "  send ACTION  x",
        "short",
      ])
    #expect(
      ListLayout(columns: 80).lines(for: help)?.joined(separator: "\n")
        == {
          guard case .help(let text) = help else { return nil }
          return text
        }())
  }

  @Test func `of scripts do not depend on a width`() {
    #expect(
      EventFormatter.lines(for: actions) == [
        "add(to: Int)", "plus  stands for add(to: 3)", "renamed  changes the name of 日本",
      ])
  }
}
