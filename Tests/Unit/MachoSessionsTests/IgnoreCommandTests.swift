import MachoSessions
import Testing

@Suite struct `What is watched and what is filtered` {
  private func tally(_ taking: Session.ReceiveMode) -> Session {
    let session = Session(catalog: [TallyFeature()], taking: taking)
    _ = session.run("feature tally")
    return session
  }

  @Test func `a part that is watched is printed with the commands that change it`() {
    let session = tally(.onReceive)
    #expect(session.run("watch count").events == [.watched(path: "count", value: "0")])
    #expect(
      session.run("send add(2)").events
        == [.changed(diff: "- 0\n+ 2"), .watched(path: "count", value: "2")])
    #expect(session.run("send add(0)").events == [.changed(diff: nil)])
    #expect(session.run("undo 2").events.last == .watched(path: "count", value: "0"))
    #expect(session.run("start State(count: 7)").events.last == .watched(path: "count", value: "7"))
    #expect(session.run("watch").events == [.value("count = 7")])
    _ = session.run("watch off")
    #expect(session.run("send add(2)").events == [.changed(diff: "- 7\n+ 9")])
    #expect(session.run("watch").events == [.value("(nothing is watched)")])
  }

  @Test func `a received action has its own values of what is watched`() {
    let session = tally(.immediate)
    _ = session.run("watch count")
    _ = session.run("send addLater(2)")
    _ = session.run("send addLater(3)")
    #expect(
      session.run("advance 1s").received == [
        .received(action: "added(2)", diff: "- 0\n+ 2"), .watched(path: "count", value: "2"),
        .received(action: "added(3)", diff: "- 2\n+ 5"), .watched(path: "count", value: "5"),
      ])
  }

  @Test(arguments: [Session.ReceiveMode.immediate, .onReceive])
  func `what is filtered is taken without a word`(taking: Session.ReceiveMode) {
    let session = tally(taking)
    #expect(session.run("filter added").failure == nil)
    #expect(session.run("filter").events == [.value("added")])
    _ = session.run("send addLater(2)")
    let outcome = session.run("advance 1s")
    #expect(outcome.events.isEmpty && outcome.received.isEmpty)
    #expect(session.run("expect count == 2").failure == nil)
    #expect(session.run("receive added").failure?.code == "not-received")
    #expect(session.run("finish").failure == nil)
    guard case .history(let entries, 2)? = session.run("history").events.first else {
      Issue.record("there are not two actions")
      return
    }
    #expect(entries.last?.line == "receive added(2)")
  }

  @Test func `a filter takes a value, and lets the others be`() {
    let session = tally(.onReceive)
    _ = session.run("filter added(2)")
    _ = session.run("watch count")
    _ = session.run("send addLater(2)")
    _ = session.run("send addLater(3)")
    _ = session.run("send addLater(2)")
    #expect(session.run("advance 1s").events == [.watched(path: "count", value: "2")])
    #expect(session.run("expect count == 2").failure == nil)
    #expect(
      session.run("receive added").events
        == [.changed(diff: "- 2\n+ 5"), .watched(path: "count", value: "7")])
    _ = session.run("filter off")
    _ = session.run("send addLater(2)")
    _ = session.run("advance 1s")
    #expect(session.run("finish").failure?.code == "unreceived")
  }
}
