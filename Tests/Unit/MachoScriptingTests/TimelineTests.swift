import MachoSessions
import MachoValues
import Testing

@testable import MachoScripting

@Suite struct TimelineTests {
  private func events(of text: String, limit: Int = TimelineRecorder.sizeLimit) throws
    -> [JSONValue]
  {
    var events: [JSONValue] = []
    let recorder = TimelineRecorder(limit: limit) { event, _ in events.append(event) }
    _ = ScriptRunner(catalog: [LampFeature()], timeline: recorder)
      .run(try ScriptParser.parse(text), path: "a.macho")
    return events
  }

  private func kinds(_ events: [JSONValue]) -> [String] {
    events.compactMap { $0["event"]?.string }
  }

  @Test func `Each line has an event, followed by what it did`() throws {
    let events = try events(
      of: """
        feature lamp
        ## on
        send toggle
        send nothing
        """)
    #expect(kinds(events) == ["line", "store", "line", "step", "line"])
    #expect(events[2]["at"]?.int == 3 && events[2]["phase"]?.string == "on")
    #expect(events[3]["cause"]?.string == "sent" && events[3]["own"]?.bool == true)
    #expect(events[4]["code"]?.string == "no-such-case" && events[4]["failed"]?.bool == true)
  }

  @Test func `The patches of the steps lead to the states, also after time travel`() throws {
    let events = try events(
      of: """
        feature lamp
        send toggle
        send note("a")
        undo
        send note("b")
        goto 0
        finish
        """)
    var states: [Int: JSONValue] = [:]
    for event in events {
      switch event["event"]?.string {
      case "store": states[0] = event["state"]
      case "step":
        let id = try #require(event["id"]?.int)
        let parent = try #require(event["parent"]?.int.flatMap { states[$0] })
        let patch = try JSONPatch(json: event["patch"] ?? [])
        states[id] = try patch.applied(to: parent)
      default: break
      }
    }
    #expect(states[0]?.text == #"{"isOn":false,"note":""}"#)
    #expect(states[2]?.text == #"{"isOn":true,"note":"a"}"#)
    #expect(states[3]?.text == #"{"isOn":true,"note":"b"}"#)
    let travels = events.filter { $0["event"]?.string == "travel" }
    #expect(travels.map { $0["to"]?.int } == [1, 0])
    #expect(travels.allSatisfy { $0["state"] == nil })
  }

  @Test func `A timeline that begins later starts with the present state`() throws {
    let session = Session(catalog: [LampFeature()], receiveMode: .immediate)
    _ = session.run("feature lamp")
    _ = session.run("send toggle")
    var events: [JSONValue] = []
    let recorder = TimelineRecorder { event, _ in events.append(event) }
    session.journal = recorder.journal
    recorder.recordOpenStores()
    _ = session.run("send toggle")
    _ = session.run("goto 0")
    #expect(kinds(events) == ["store", "line", "step", "line", "travel"])
    #expect(events[0]["base"]?.int == 1 && events[2]["parent"]?.int == 1)
    // No earlier event has the state before the base.
    #expect(events[4]["state"]?["isOn"]?.bool == false)
  }

  @Test func `A timeline ends with a note at its limit`() throws {
    let script = "feature lamp\n" + String(repeating: "send toggle\n", count: 100)
    let events = try events(of: script, limit: 4_000)
    #expect(events.count < 50)
    #expect(events.last?.text == #"{"event":"truncated"}"#)
  }

  @Test func `The failure of a script has the number of its line and what it compares`() throws {
    let result = ScriptRunner(catalog: [LampFeature()])
      .run(
        try ScriptParser.parse("feature lamp\n[!linux] [!macos] finish\nsend toggle\n| oops\n"),
        path: "a.macho"
      ).result
    #expect(result.failures.map(\.commandNumber) == [3])
    #expect(result.failures.first?.mismatch?.expected == ["| oops"])
  }
}
