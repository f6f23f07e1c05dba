import Testing

@testable import MachoSessions

@Suite struct `Time travel` {
  private let session = Session(catalog: [TallyFeature()], receiveMode: .onReceive)

  init() { _ = session.run("feature tally") }

  private func passes(_ lines: String...) -> Bool {
    for line in lines {
      if let failure = session.run(line).failure {
        Issue.record("\(line): \(failure.code): \(failure.message)")
        return false
      }
    }
    return true
  }

  @Test func `'goto' restores earlier and later points, the start and the end`() {
    #expect(passes("send add(1)", "send add(2)", "send add(3)"))
    #expect(session.run("goto 1").events == [.changed("- 6\n+ 1")])
    #expect(session.run("goto 3").events == [.changed("- 1\n+ 6")])
    #expect(session.run("goto 3").events == [.changed(nil)])
    #expect(passes("goto 0", "expect count == 0", "redo 2", "expect count == 3"))
    #expect(passes("undo", "expect count == 1", "goto 2", "expect count == 3"))
  }

  @Test func `'goto' cancels effects that started later, and reports them`() {
    #expect(passes("send addLater(1)", "send add(1)", "send addLater(5)"))
    #expect(
      session.run("goto 1").events
        == [.changed("- 1\n+ 0"), .notice("cancelled #2 run, from addLater")])
    #expect(session.run("goto 3").events == [.changed("- 0\n+ 1")])
    #expect(passes("advance 1s", "receive added(1)", "expect count == 2", "finish"))
  }

  @Test func `'goto' drops unasserted actions, unless it restores the current point`() {
    #expect(passes("send addLater(1)", "advance 1s", "goto 1", "receive added(1)", "undo"))
    #expect(passes("send addLater(2)", "advance 1s"))
    #expect(session.run("goto 0").events.contains(.notice("dropped receive added(2)")))
  }

  @Test func `a mark names a point, can be moved, and is removed with its action`() {
    #expect(passes("mark start", "send add(1)", "mark one", "send add(2)", "goto start"))
    #expect(passes("expect count == 0", "goto one", "expect count == 1"))
    #expect(session.run("diff start").events == [.compared("- 0\n+ 1")])
    #expect(passes("goto 2", "mark one", "goto one", "expect count == 3", "undo 2"))
    #expect(passes("send add(9)"))
    #expect(session.run("goto one").failure?.code == "no-such-point")
    #expect(passes("goto start", "expect count == 0"))
  }

  @Test func `'history' shows the marks after their actions`() {
    #expect(passes("mark begin", "send add(1)", "mark one", "mark uno"))
    guard case .history(let entries, 1)? = session.run("history").events.first else {
      Issue.record("no history")
      return
    }
    #expect(entries.map(\.number) == [0, 1])
    #expect(entries.map(\.marks) == [["begin"], ["one", "uno"]])
  }

  @Test func `a branch keeps its undone actions and its marks`() {
    #expect(passes("send add(1)", "send add(2)", "mark both", "undo", "branch other"))
    #expect(passes("send add(10)", "send addLater(3)", "expect count == 11"))
    let back = session.run("goto main")
    #expect(
      back.events == [
        .changed("- 11\n+ 3"), .notice("cancelled #1 run, from addLater"),
      ])
    #expect(passes("goto other", "expect count == 11", "goto both", "expect count == 3"))
    #expect(session.run("branch both").failure?.code == "name-taken")
    #expect(session.run("mark other").failure?.code == "name-taken")
    #expect(
      session.run("branch").events == [.value("> main   2 actions\n  other  3 actions")])
    #expect(session.run("diff main other").events == [.compared("- 3\n+ 11")])
    #expect(passes("goto 0", "send add(4)", "goto other", "goto main", "expect count == 4"))
    #expect(session.run("goto both").failure?.code == "no-such-point")
  }

  @Test func `an effect that two branches share stays in flight`() {
    #expect(passes("send addLater(1)", "branch other", "send add(10)", "send addLater(5)"))
    #expect(session.run("goto main").events.last == .notice("cancelled #2 run, from addLater"))
    #expect(passes("advance 1s", "receive added(1)", "expect count == 1", "finish"))
  }

  @Test func `'replay' sends actions again and applies the received ones`() {
    #expect(passes("send add(1)", "send addLater(2)", "advance 1s", "receive added(2)"))
    #expect(passes("mark here", "send add(3)"))
    #expect(
      session.run("replay here").events == [.replayed(Line("send add(3)"), "- 6\n+ 9")])
    #expect(passes("replay 0 2", "expect count == 10", "advance 1s", "receive added(2)"))
    #expect(passes("replay on State(count: 100)", "expect count == 108"))
    #expect(session.run("replay 1 1").events == [.notice("no action was sent in this range")])
    #expect(session.run("replay here").failure?.code == "no-such-point")
  }

  @Test func `'replay' sends the actions that only the target branch has`() {
    #expect(passes("send add(1)", "branch other", "send add(2)", "send add(4)", "goto main"))
    #expect(passes("send add(10)", "replay main other", "expect count == 17"))
  }

  @Test func `completion suggests marks and branches for each point`() {
    #expect(passes("send add(1)", "mark middle", "branch other"))
    func texts(_ line: String) -> [String] {
      session.completions(of: line, at: line.utf8.count).map(\.text)
    }
    #expect(texts("goto ") == ["middle", "main", "other"])
    #expect(texts("goto m") == ["middle", "main"])
    #expect(texts("diff middle o") == ["other"])
  }
}
