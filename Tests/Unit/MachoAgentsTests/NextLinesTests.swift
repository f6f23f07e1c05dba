import MachoValues
import Testing

@testable import MachoAgents

@Suite struct NextLinesTests {
  private func error(_ range: [Int], _ candidates: [String]) -> JSONValue {
    [
      "data": [
        "range": .array(range.map(JSONValue.integer)),
        "candidates": .array(candidates.map(JSONValue.string)),
      ]
    ]
  }

  @Test func aCandidateReplacesTheMistake() {
    let lines = NextLines.corrections(
      of: "send querry", error([5, 11], ["query", "queryChanged"]))
    #expect(lines == ["send query", "send queryChanged"])
  }

  @Test func rangesCountBytes() {
    #expect(
      NextLines.corrections(of: "expect é cont", error([10, 14], ["count"])) == ["expect é count"])
  }

  @Test(arguments: [[], [5], [5, 99], [6, 5], [-1, 2]])
  func anInvalidRangeHasNoCorrection(range: [Int]) {
    #expect(NextLines.corrections(of: "send querry", error(range, ["query"])) == [])
  }

  @Test func aSleepingEffectContinuesWithTheClock() {
    #expect(
      NextLines.continuations(of: ["status": "asleep", "wakes": "300ms"]) == ["advance 300ms"])
    #expect(NextLines.continuations(of: ["status": "external"]) == ["settle within 2s"])
    #expect(NextLines.continuations(of: ["status": "idle"]) == [])
  }
}
