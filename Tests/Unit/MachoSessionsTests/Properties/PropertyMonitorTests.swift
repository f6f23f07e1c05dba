import Testing

@testable import MachoSessions

@Suite struct `Properties while a session runs` {
  private let session = Session(catalog: [TallyFeature()], receiveMode: .onReceive)

  init() { _ = session.run("feature tally") }

  /// Runs lines and returns the message of the first failure.
  private func failure(_ lines: String...) -> String? {
    for line in lines {
      guard let failure = session.run(line).failure else { continue }
      return failure.code == "property-failed" ? failure.message : "\(failure.code) at \(line)"
    }
    return nil
  }

  @Test func `'always' and 'never' are checked after each action`() {
    #expect(failure("always count >= 0", "never count == 3", "send add(2)") == nil)
    #expect(failure("send add(1)") == "never count == 3: count is 3, expected != 3")
    #expect(
      failure("send add(-4)") == "always count >= 0: count is -1, expected >= 0")
  }

  @Test func `A failure is reported once until the property holds again`() {
    #expect(failure("always count >= 0", "send add(-1)") != nil)
    #expect(failure("send add(-1)", "send add(5)") == nil)
    #expect(failure("send add(-9)") != nil)
  }

  @Test func `A property that does not hold now is not declared`() {
    #expect(failure("always count > 0") == "always count > 0: count is 0, expected > 0")
    #expect(session.properties.isEmpty)
    #expect(failure("send add(-1)") == nil)
  }

  @Test func `'old' is the value before the action, and unknown in the start state`() {
    #expect(failure("always count >= old(count)", "send add(1)") == nil)
    #expect(
      failure("send add(-1)")
        == "always count >= old(count): count is 0, expected >= old(count) (1)")
    // Each action is checked alone.
    #expect(failure("send add(-1)") != nil)
    #expect(failure("expect old(count) == 1") == "usage at expect old(count) == 1")
  }

  @Test func `'at rest' waits until nothing sleeps`() {
    #expect(failure("at rest count != 5", "send add(4)", "send addLater(1)") == nil)
    #expect(
      failure("advance 1s", "receive added")
        == "at rest count != 5: at rest, count is 5, expected != 5")
  }

  @Test func `'leads to' is checked at rest, after the first condition held`() {
    #expect(failure("count == 1 leads to count == 3", "send add(2)", "send add(-2)") == nil)
    #expect(failure("send addLater(2)", "send add(1)", "advance 1s", "receive added") == nil)
    #expect(failure("send add(1)") == nil)
    #expect(
      failure("send add(-3)")
        == "count == 1 leads to count == 3: at rest, count is 1, expected == 3")
  }

  @Test func `'after' is about one action, also one that an effect sends`() {
    #expect(
      failure("after added count > 10", "after add(2) count == old(count) ", "send add(1)") == nil)
    #expect(
      failure("send add(2)")
        == "after add(2) count == old(count): count is 3, expected == old(count) (1)")
    #expect(failure("send addLater(1)") == nil)
    #expect(
      failure("advance 1s") == "after added count > 10: count is 4, expected > 10")
  }

  @Test func `A variable in the action of 'after' has the value of its payload`() {
    #expect(
      failure("after add($number) count == $number", "send add(2)", "send add(-2)")
        == "after add($number) count == $number: count is 0, expected == $number")
    #expect(failure("feature tally", "after added($n) count > $n", "send addLater(0)") == nil)
    #expect(
      failure("advance 1s") == "after added($n) count > $n: count is 0, expected > $n")
  }

  @Test func `A defined variable in the action of 'after' is its value`() {
    #expect(
      failure("let two = 2", "after add($two) count == $two", "send add(3)", "send add(-3)") == nil)
    #expect(
      failure("send add(1)", "send add(2)")
        == "after add($two) count == $two: count is 3, expected == $two")
  }

  @Test func `'once' remembers that a condition held`() {
    #expect(failure("once count == 2 always count > 0", "send add(-1)", "send add(3)") == nil)
    #expect(
      failure("send add(-2)")
        == "once count == 2 always count > 0: count is 0, expected > 0")
  }

  @Test func `'undo' forgets what held later`() {
    #expect(
      failure("once count == 2 always count > 0", "send add(2)", "undo", "send add(-1)") == nil)
  }

  @Test func `Counts of effects are those when the store is idle`() {
    #expect(failure("always effects of addLater <= 1", "send addLater(1)") == nil)
    #expect(
      failure("send addLater(1)")
        == "always effects of addLater <= 1: effects of addLater is 2, expected <= 1")
  }

  @Test func `A condition about an absent path is not checked, unless another part decides`() {
    #expect(failure("always note.count > 3", "never note.count > 3 and count > 0") == nil)
    #expect(failure("always note.count > 3 or count < 2", "send add(1)") == nil)
    // Neither part holds or fails.
    #expect(failure("send add(1)") == nil)
    #expect(failure("always note.count > 3 and count < 3", "send add(1)") != nil)
  }

  @Test func `The failure has the step, and the values before and after it`() {
    _ = session.run("always count < 3 and note is _")
    let notes = session.run("send add(3)").failure?.notes
    #expect(notes == ["after add(3), count: 0 -> 3, note: nil, unchanged"])
  }

  @Test func `'start' keeps the properties and checks the new start`() {
    #expect(failure("always count < 3", "start State(count: 2)") == nil)
    #expect(failure("start State(count: 3)") == "always count < 3: count is 3, expected < 3")
    #expect(failure("feature tally", "start State(count: 3)") == nil)
  }

  @Test func `'property' lists each property once`() {
    _ = session.run("always count < 3")
    _ = session.run("property always  (count < 3)")
    _ = session.run("isPositive leads to count > 0")
    #expect(
      session.run("property").events
        == [.value("always count < 3\nisPositive leads to count > 0")])
  }

  @Test(arguments: [
    ("count == 1 or count == 0", nil), ("not isPositive and count == count", nil),
    ("isPositive implies count == 7", nil), ("count < 0 or isPositive", "expect-failed"),
    ("not (count == 0)", "expect-failed"), ("note.count == 1", "no-such-element"),
    ("note.count == 1 or count == 0", nil), ("count == 0 and", "usage"),
    ("count == cuont", "no-such-property"),
  ])
  func `'expect' has the same conditions`(condition: String, code: String?) {
    #expect(session.run("expect \(condition)").failure?.code.rawValue == code)
  }
}
