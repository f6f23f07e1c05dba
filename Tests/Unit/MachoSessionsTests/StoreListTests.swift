import Testing

@testable import MachoSessions

@Suite struct `The list of open stores` {
  private let session = Session(catalog: [TallyFeature()], receiveMode: .onReceive)

  @Test func `replaces the store of the same name or the one without a name`() {
    for line in ["feature tally as a", "feature tally", "feature tally as b", "feature tally"] {
      #expect(session.run(line).failure == nil)
    }
    #expect(session.stores.all.map(\.name) == ["a", "tally", "b"])
    #expect(session.stores.current?.name == "tally")
    _ = session.run("feature tally as a")
    #expect(session.stores.all.map(\.name) == ["a", "tally", "b"])
    #expect(session.stores.others.map(\.name) == ["tally", "b"])
  }

  @Test func `finds the latest store of a name`() {
    _ = session.run("feature tally as tally")
    let named = session.open
    _ = session.run("feature tally")
    #expect(session.stores.named("tally") !== named)
    #expect(session.stores.named("other") == nil)
  }
}
