import MachoSessions
import MachoValues
import Testing

@testable import MachoAgents

@Suite struct RememberedLineTests {
  @Test(arguments: [
    ("send incrementButtonTapped", true), ("expect count == 1", true), ("## A phase", true),
    ("state", false), ("effects", false), ("history", false),
  ])
  func `a script needs no queries`(line: String, isNeeded: Bool) {
    #expect(RememberedLine(Line(line), hasDoneNothing: false).isNeeded == isNeeded)
  }

  @Test func `a script needs no line that failed and did nothing`() {
    #expect(!RememberedLine(Line("send incrementButonTapped"), hasDoneNothing: true).isNeeded)
  }

  @Test func `a status compares what a line may change`() {
    let idle: JSONValue = ["position": 1, "effects": 0, "status": "idle", "output": ["x"]]
    #expect(SessionStatus(idle) == SessionStatus(["position": 1, "effects": 0, "status": "idle"]))
    for other: JSONValue in [
      ["position": 2, "effects": 0, "status": "idle"],
      ["position": 1, "effects": 0, "status": "idle", "pending": ["fact.fetch(1)"]],
      ["position": 1, "effects": 0, "status": "idle", "wakes": "1s"],
    ] {
      #expect(SessionStatus(idle) != SessionStatus(other))
    }
  }

  @Test func `a result has changes if it has a diff or a received action`() {
    #expect(!(["diff": nil, "received": []] as JSONValue).hasChanges)
    #expect((["diff": "x", "received": []] as JSONValue).hasChanges)
    #expect((["diff": nil, "received": [["action": "tick"]]] as JSONValue).hasChanges)
  }
}
