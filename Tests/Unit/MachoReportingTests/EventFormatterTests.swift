import MachoReporting
import Testing

@testable import MachoSessions

@Suite struct EventTextTests {
  @Test("a diff is split into lines, and no diff is '(No state changes)'")
  func changes() {
    #expect(EventFormatter.lines(for: .changed("- 0\n+ 1")) == ["- 0", "+ 1"])
    #expect(EventFormatter.lines(for: .changed(nil)) == ["(No state changes)"])
  }

  @Test("an effect shows its ID, name, origin, location and status")
  func effects() {
    let effect = RunningEffect(
      id: 2, name: "search", origin: "queryChanged",
      location: CodeLocation(file: "Search.swift", line: 31), status: .asleep(.milliseconds(300)))
    #expect(
      EventFormatter.lines(for: .effects([effect]))
        == ["#2 search  from queryChanged at Search.swift:31  asleep, wakes in 300ms"])
    #expect(EventFormatter.lines(for: .effects([])) == ["(no effects)"])
  }

  @Test("an effect's age is shown unless it is zero")
  func ages() {
    let effect = RunningEffect(
      id: 1, name: "run", origin: "a", location: CodeLocation(file: "A.swift", line: 1),
      status: .external, age: .milliseconds(1500))
    let line = "#1 run  from a at A.swift:1  age 1500ms  waits for external work"
    #expect(EventFormatter.lines(for: .effects([effect])) == [line])
    #expect(OutcomeFormatter.styledLines(for: outcome(effect)).map(\.text) == [line])
    var live = outcome(effect)
    live.wasLive = true
    let withoutAges = "#1 run  from a at A.swift:1  waits for external work"
    #expect(EventFormatter.lines(for: live).map(\.text) == [withoutAges])
    #expect(EventFormatter.lines(for: live, isRecorded: true).map(\.text) == [line])
    #expect(OutcomeFormatter.lines(for: live) == [line])
  }

  private func outcome(_ effect: RunningEffect) -> Outcome {
    var outcome = Outcome(text: "effects")
    outcome.events = [.effects([effect])]
    return outcome
  }

  @Test("a changed setting is printed at a prompt, not in a script")
  func settings() {
    var outcome = Outcome(text: "strict on")
    outcome.events = [.set("strict", to: "on")]
    #expect(EventFormatter.lines(for: outcome) == [])
    #expect(OutcomeFormatter.lines(for: outcome) == ["strict is on"])
  }

  @Test("opening a feature and asserting an action print nothing")
  func silent() {
    #expect(EventFormatter.lines(for: .opened(feature: "a", context: .test)).isEmpty)
    #expect(EventFormatter.lines(for: .asserted(action: "a")).isEmpty)
  }
}
