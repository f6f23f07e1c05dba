import Testing

@testable import MachoSessions

/// Changes and actions that arrive in a live store.
@Suite struct `A live store` {
  private let session: Session
  private let store: TallyStore
  private let stubs: StubTable

  init() throws {
    nonisolated(unsafe) var opened: (store: TallyStore, stubs: StubTable)?
    let feature = TallyFeature(onOpen: { opened = ($0, $1) })
    session = Session(catalog: [feature], receiveMode: .immediate, context: .live)
    _ = session.run("feature tally")
    (store, stubs) = try #require(opened)
  }

  @Test func `'undo' takes back a line without the changes that came before it`() {
    store.willSend = { [store] in
      store.changeFromOutside(to: 5)
      store.changeFromOutside(to: 6)
    }
    _ = session.run("send add(1)")
    #expect(
      session.run("undo").events == [.changed("- 7\n+ 6"), .notice("undid send add(1)")])
    #expect(
      session.run("undo").events
        == [.changed("- 6\n+ 5"), .notice("undid modify count = 6")])
  }

  @Test func `a recording says that a script receives nothing while an effect waits for a thread`()
  {
    _ = session.run("send ask")
    _ = session.run("send addLater(2)")
    #expect(receiveAfterASecond(2) == ["advance 1s", "# " + Self.comment, "receive added(2)"])
    // Once for each effect.
    #expect(receiveAfterASecond(3) == ["advance 1s", "receive added(3)"])
    _ = session.run("settle within 1s")
    _ = session.run("send add(1)")
    #expect(receiveAfterASecond(4) == ["advance 1s", "receive added(4)"])
  }

  @Test func `a recording says that an effect of a line has ended in a script`() {
    _ = session.run("send ask")
    stubs.observe(.externalJobAccepted(waiting: [1]))
    stubs.observe(.actionReduced)
    store.send(TallyStore.Action.added(1))
    #expect(lines(session.poll()?.received) == ["settle within 10s", "receive added(1)"])
    let comment = "# an earlier 'settle' waits until effect #1 has ended"
    #expect(lines(session.run("effects").preceding) == [comment])
    #expect(lines(session.run("undo 2").preceding) == [comment])
  }

  private static let comment =
    "effect #1 still waits for another thread, so a script cannot receive this"

  /// Lets a second pass, in which an action arrives. Returns the lines of the script.
  private func receiveAfterASecond(_ number: Int) -> [String] {
    stubs.observe(.timePassed(.seconds(1)))
    stubs.observe(.actionReduced)
    store.send(TallyStore.Action.added(number))
    return lines(session.poll()?.received)
  }

  /// The lines of a script that the events are.
  private func lines(_ events: [Event]?) -> [String] {
    (events ?? []).compactMap { event in
      switch event {
      case .externalInput(let line): line.text
      case .remark(let text): "# " + text
      case .received(let action, _, _): "receive " + action
      default: nil
      }
    }
  }
}
