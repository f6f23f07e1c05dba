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

  @Test func aSleepingEffectContinuesWithTheTestClock() {
    func lines(_ result: JSONValue, isLive: Bool = false) -> [String] {
      NextLines.continuations(of: result, isLive: isLive)
    }
    let asleep: JSONValue = ["status": "asleep", "wakes": "300ms"]
    #expect(lines(asleep) == ["advance 300ms"])
    #expect(lines(asleep, isLive: true) == [])
    #expect(lines(["status": "external"]) == ["settle within 2s"])
    #expect(lines(["status": "idle"]) == [])
  }

  @Test func `a pending call is answered, before time passes`() {
    func lines(_ result: JSONValue) -> [String] {
      NextLines.continuations(of: result, isLive: false)
    }
    let waiting: JSONValue = ["status": "waiting", "wakes": "1s", "pending": ["fact.fetch(3)"]]
    #expect(lines(waiting) == ["answer fact.fetch(3) -> VALUE", "advance 1s"])
    #expect(lines(["status": "waiting"]) == ["effects"])
    let many: JSONValue = ["status": "waiting", "pending": ["a(1)", "a(2)", "a(3)", "a(4)"]]
    #expect(lines(many).count == 3)
  }

  @Test func aCompletionReplacesTheEndOfItsLine() {
    let result: JSONValue = [
      "completions": [
        ["text": "decrementButtonTapped", "replacing": [5, 9]],
        ["text": "x", "replacing": [5, 99]],
      ]
    ]
    #expect(NextLines.completions(of: "send decr", result) == ["send decrementButtonTapped"])
  }
}
