import MachoSessions
import Testing

/// A line without a verb is not run. Its error names the line that was meant.
@Suite struct UnknownVerbTests {
  private func failure(_ line: String) -> Diagnostic? {
    let session = Session(catalog: [TallyFeature()], receiveMode: .immediate)
    _ = session.run("feature tally")
    let outcome = session.run(line)
    #expect(session.position == 0, "\(line) ran")
    return outcome.failure
  }

  @Test(arguments: [
    ("ask", ["send ask"]), (".ask", ["send ask"]), ("add(3)", ["send add(3)"]),
    ("add", ["send add(Int)", "receive add"]), ("count", ["state count"]),
    ("count == 3", ["expect count == 3"]), ("  count", ["state count"]),
    ("isPositive", ["state isPositive"]), ("! [usage] add(3)", ["send add(3)"]),
  ])
  func `An action or a path is recognized as a whole`(line: String, suggestions: [String]) {
    let failure = failure(line)
    #expect(failure?.candidates == suggestions)
    #expect(failure?.message.contains("a line begins with a verb") == true)
  }

  @Test(arguments: [
    ("adk", ["send ask", "send add(Int)"]),
    ("ad(3)", ["send add(3)", "send addLater(3)", "send added(3)"]),
    ("cuont", ["state count"]),
    ("cuont == 3", ["state count"]), ("sned ask", ["send"]), ("stat", ["start", "state"]),
    ("zzzzz", []),
  ])
  func `A similar action, path or verb is suggested`(line: String, suggestions: [String]) {
    let failure = failure(line)
    #expect(failure?.code == "unknown-verb")
    #expect(failure?.candidates == suggestions)
  }

  @Test func `Without a feature, only verbs are suggested`() {
    let session = Session(catalog: [TallyFeature()], receiveMode: .immediate)
    #expect(session.run("sned ask").failure?.candidates == ["send"])
    #expect(session.run("ask").failure?.candidates == [])
    #expect(session.run("# x").failure?.notes.first?.hasPrefix("comments") == true)
  }
}
