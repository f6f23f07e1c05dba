import MachoDiff
import MachoReporting
import MachoSessions
import Testing

@testable import MachoScripting

@Suite struct `The difference of two outcomes` {
  private func outcome(
    _ change: String? = nil, received: String? = nil, failure: Diagnostic? = nil
  ) throws -> Outcome {
    var outcome = Outcome(text: "send a", line: try Line(parsing: "send a"), failure: failure)
    if let change { outcome.events = [.changed(Change(reading: change))] }
    if let received { outcome.received = [.received(action: received, nil)] }
    return outcome
  }

  private func styledLines(_ before: Outcome, _ after: Outcome) -> [StyledLine] {
    TranscriptDifference.lines(from: OutcomeTranscript.text(for: before), to: after)
  }

  private func lines(_ before: Outcome, _ after: Outcome) -> [String] {
    styledLines(before, after).map(\.text)
  }

  private static func change(to count: Int) -> String {
    "  State(\n-   count: 0\n+   count: \(count)\n  )"
  }

  @Test func `is empty if they are equal`() throws {
    let one = try outcome(Self.change(to: 1))
    #expect(lines(one, one) == [])
    #expect(try lines(outcome(), outcome()) == [])
  }

  @Test func `shows the output before and after as one diff`() throws {
    let found = try styledLines(outcome(Self.change(to: 1)), outcome(Self.change(to: 2)))
    #expect(
      found.map(\.text) == [
        "   |   State(", "   | -   count: 0", "  E| +   count: 1", "  A| +   count: 2", "   |   )",
      ])
    #expect(found.map(\.role) == [.unchanged, .unchanged, .removed, .added, .unchanged])
    #expect(found[2].emphasis == 16..<17)
  }

  @Test func `does not contain a property that does not change`() throws {
    let after = "  State(\n-   count: 0,\n+   count: 1,\n    isNew: false\n  )"
    #expect(try lines(outcome(Self.change(to: 1)), outcome(after)) == [])
  }

  @Test func `shows the command if it fails now`() throws {
    let failed = try outcome(failure: Diagnostic("no-such-case", "there is no case 'a'"))
    #expect(
      try lines(outcome(), failed) == [
        "  E send a", "  A ! [no-such-case] send a", "  A| no-such-case: there is no case 'a'",
      ])
    let other = try outcome(failure: Diagnostic("issue", "it failed"))
    #expect(
      lines(failed, other) == [
        "  E ! [no-such-case] send a", "  E| no-such-case: there is no case 'a'",
        "  A ! [issue] send a", "  A| issue: it failed",
      ])
    #expect(lines(failed, failed) == [])
  }

  @Test func `shows received actions that are new or missing`() throws {
    let received = try outcome(received: "b")
    #expect(try lines(outcome(), received) == ["  A receive b", "  A| (No state changes)"])
    #expect(try lines(received, outcome()) == ["  E receive b", "  E| (No state changes)"])
    #expect(
      try lines(received, outcome(received: "c")) == [
        "  E receive b", "  A receive c", "   | (No state changes)",
      ])
  }

  @Test func `omits equal lines that are far from a difference`() throws {
    func value(_ last: String) throws -> Outcome {
      var outcome = Outcome(text: "state", line: try Line(parsing: "state"))
      outcome.events = [.value((1...9).map { "\($0)\n" }.joined() + last)]
      return outcome
    }
    #expect(
      try lines(value("x"), value("y")) == [
        "   | 7", "   | 8", "   | 9", "  E| x", "  A| y",
      ])
  }
}
