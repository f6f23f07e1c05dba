import MachoSessions
import Testing

@Suite struct AliasTests {
  private func session() -> Session {
    let feature = TallyFeature(aliases: [
      "more": "add($0)", "two": "add(2)", "soon": "addLater($0)", "arrived": "added($0)",
      "broken": "ad($0)",
    ])
    let session = Session(catalog: [feature], receiveMode: .onReceive)
    _ = session.run("feature tally")
    return session
  }

  @Test func `an alias expands to an action, with or without arguments`() {
    let session = session()
    for line in ["send more(3)", "send .two"] {
      #expect(session.run(line).failure == nil)
    }
    #expect(session.run("expect count == 5").failure == nil)
    #expect(session.run("send add(1)").failure == nil)
    #expect(session.run("expect count == 6").failure == nil)
  }

  @Test func `an alias can assert a received action`() {
    let session = session()
    for line in ["send soon(4)", "advance 1s", "receive arrived(4)", "expect count == 4"] {
      #expect(session.run(line).failure == nil, "\(line)")
    }
  }

  @Test func `an error shows the expansion of the alias`() {
    let failure = session().run("send broken(1)").failure
    #expect(failure?.code == "no-such-case")
    #expect(failure?.notes.last == "'broken' stands for:  ad(1)")
    #expect(session().run("send more(x)").failure?.notes.last == "'more' stands for:  add(x)")
  }
}
