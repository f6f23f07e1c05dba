import MachoSessions
import Testing

@Suite struct `'watch' and 'ignore'` {
  private func tally(_ receiveMode: Session.ReceiveMode) -> Session {
    let session = Session(catalog: [TallyFeature()], receiveMode: receiveMode)
    _ = session.run("feature tally")
    return session
  }

  @Test func `a watched part is printed below the commands that change it`() {
    let session = tally(.onReceive)
    #expect(session.run("watch count").events == [.watched(path: "count", value: "0")])
    #expect(
      session.run("send add(2)").events
        == [.changed("- 0\n+ 2"), .watched(path: "count", value: "2")])
    #expect(session.run("send add(0)").events == [.changed(nil)])
    #expect(session.run("undo 2").events.last == .watched(path: "count", value: "0"))
    #expect(session.run("start State(count: 7)").events.last == .watched(path: "count", value: "7"))
    #expect(session.run("watch").events == [.value("count = 7")])
    _ = session.run("watch off")
    #expect(session.run("send add(2)").events == [.changed("- 7\n+ 9")])
    #expect(session.run("watch").events == [.value("(nothing is watched)")])
  }

  @Test func `each received action prints its own watched changes`() {
    let session = tally(.immediate)
    _ = session.run("watch count")
    _ = session.run("send addLater(2)")
    _ = session.run("send addLater(3)")
    #expect(
      session.run("advance 1s").received == [
        .received(action: "added(2)", "- 0\n+ 2"), .watched(path: "count", value: "2"),
        .received(action: "added(3)", "- 2\n+ 5"), .watched(path: "count", value: "5"),
      ])
  }

  @Test(arguments: [Session.ReceiveMode.immediate, .onReceive])
  func `ignored actions are applied without output`(receiveMode: Session.ReceiveMode) {
    let session = tally(receiveMode)
    #expect(session.run("ignore added").failure == nil)
    #expect(session.run("ignore").events == [.value("added")])
    _ = session.run("send addLater(2)")
    let outcome = session.run("advance 1s")
    #expect(outcome.events.isEmpty && outcome.received.isEmpty)
    #expect(session.run("expect count == 2").failure == nil)
    #expect(session.run("receive added").failure?.code == "not-received")
    #expect(session.run("finish").failure == nil)
    guard case .history(let entries, 2)? = session.run("history").events.first else {
      Issue.record("expected two actions")
      return
    }
    #expect(entries.last?.line == "receive added(2)")
  }

  @Test func `an ignored value does not affect other actions`() {
    let session = tally(.onReceive)
    _ = session.run("ignore added(2)")
    _ = session.run("watch count")
    _ = session.run("send addLater(2)")
    _ = session.run("send addLater(3)")
    _ = session.run("send addLater(2)")
    #expect(session.run("advance 1s").events == [.watched(path: "count", value: "2")])
    #expect(session.run("expect count == 2").failure == nil)
    #expect(
      session.run("receive added").events
        == [.changed("- 2\n+ 5"), .watched(path: "count", value: "7")])
    _ = session.run("ignore off")
    _ = session.run("send addLater(2)")
    _ = session.run("advance 1s")
    #expect(session.run("finish").failure?.code == "unasserted-action")
  }
}
