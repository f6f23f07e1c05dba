import Testing

@testable import MachoSessions

@Suite struct `Properties that were never evaluated` {
  /// Runs lines and returns why the last property was never evaluated. `nil` if it was.
  private func reason(_ lines: [String]) -> String? {
    let session = Session(catalog: [TallyFeature()], receiveMode: .onReceive)
    for line in ["feature tally"] + lines { _ = session.run(line) }
    return session.propertyChecks.last?.reason
  }

  @Test(arguments: [
    (["after add(7) count > 0", "send add(1)"], "add(7) was not sent"),
    (["after added note.count > 0", "send addLater(1)"], "added was not sent"),
    (
      ["after added note.count > 0", "send addLater(1)", "advance 1s", "receive added"],
      "a path in note.count > 0 never had a value"
    ),
    (["count == 7 leads to count == 0", "send add(1)"], "count == 7 never held"),
    (
      ["count == 1 leads to count == 0", "send addLater(1)", "send add(1)"],
      "the store was never at rest after count == 1 held"
    ),
    (["send addLater(1)", "at rest count == 0"], "the store was never at rest"),
    (["once count == 7 always count > 0", "send add(1)"], "count == 7 never held"),
    (["always note.count > 3", "send add(1)"], "a path in note.count > 3 never had a value"),
    (["always count >= old(count)"], "a path in count >= old(count) never had a value"),
    (["always count == 7 implies isPositive", "send add(1)"], "count == 7 never held"),
    (
      ["after add isPositive implies count == 7 implies count > 0", "send add(1)"],
      "isPositive and count == 7 never held"
    ),
  ])
  func `have a reason`(lines: [String], expected: String) {
    #expect(reason(lines) == expected)
  }

  @Test(arguments: [
    ["after add(7) count > 0", "send add(7)"],
    ["after add(7) count < 0", "send add(7)"],
    ["count == 1 leads to count == 0", "send add(1)"],
    ["at rest count != 9"], ["never count == 7"], ["once count == 0 always count < 9"],
    ["always count >= old(count)", "send add(1)"],
    ["always count == 1 implies isPositive", "send add(1)"],
    ["always note.count > 3 or count < 9"], ["intended stuck count"],
  ])
  func `have none after they were`(lines: [String]) {
    #expect(reason(lines) == nil)
  }

  @Test func `The checks of several runs are one`() throws {
    let property = try Property(
      Arguments("after add(7) count > 0", from: 0), of: TallyFeature())
    var checks: [PropertyCheck] = []
    #expect(!checks.isVacuous)
    checks.merge([PropertyCheck(property, .unreached)])
    #expect(checks.isVacuous)
    #expect(
      checks.compactMap(\.sentence)
        == ["property 'after add(7) count > 0' was never evaluated (add(7) was not sent)"])
    checks.merge([PropertyCheck(property, .evaluated)])
    checks.merge([PropertyCheck(property, .unreached)])
    #expect(checks.compactMap(\.sentence) == [])
    #expect(!checks.isVacuous)
  }
}
