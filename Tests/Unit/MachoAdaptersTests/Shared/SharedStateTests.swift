import Composable
import MachoDiff
import MachoSessions
import MachoValues
import Testing

@testable import MachoAdapters

@Suite struct SharedStateTests {
  @Test func `a change by an effect is received with the effect's number, and has a diff`() {
    let session = sharedSession()
    #expect(session.passes("send startTimer", "advance 1s", "expect count == 0"))
    #expect(session.code("send increment") == "unasserted-action")
    let outcome = session.run("receive changed(by: #1)")
    #expect(
      outcome.events == [
        .changed(
          Change(
            reading: """
                SharedFeature.State(
              -   count: 0,
              +   count: 1,
                  name: "none",
                  notes: [],
                  local: 0,
              -   readOnly: 0,
              +   readOnly: 1,
                  child: SharedFeature.Child(
              -     count: 0,
              +     count: 1,
                    value: 7
                  ),
                  children: [],
                  mode: .idle,
                  plain: 0
                )
              """))
      ])
    #expect(session.passes("expect count == 1", "skip effects", "finish"))
  }

  @Test func `a prompt applies a change at once and prints its line`() {
    let session = sharedSession(receiveMode: .immediate)
    _ = session.run("send startTimer")
    guard case .received("changed(by: #1)", _?, _)? = session.run("advance 1s").received.first
    else {
      Issue.record("the change was not received")
      return
    }
    #expect(session.passes("receive changed(by: #1)", "expect count == 1"))
  }

  @Test func `the pattern 'changed' accepts each change, and another effect does not match`() {
    let session = sharedSession()
    #expect(session.passes("send startTimer", "advance 3s"))
    #expect(session.code("receive changed(by: #2)") == "not-received")
    #expect(session.code("receive changed(by: outside)") == "not-received")
    #expect(session.passes("receive changed", "receive changed(by: _)", "receive _"))
    #expect(session.passes("expect count == 3"))
  }

  @Test func `undo, redo and goto restore shared values`() {
    let session = sharedSession()
    #expect(
      session.passes(
        "send increment", "send startTimer", "advance 1s", "receive changed",
        "send note(\"a\")", "receive changed(by: #2)", "expect notes == [\"a\"]",
        "undo", "expect notes == []", "expect name == \"none\"", "undo", "expect count == 1",
        "undo 2", "expect count == 0", "redo 4", "expect count == 2", "expect notes == [\"a\"]",
        "goto 1", "expect count == 1", "send increment", "expect count == 2", "undo 2",
        "expect child.count == 0", "send increment", "expect count == 1", "finish"))
  }

  @Test func `an undone child's key has its value of that time`() {
    let session = sharedSession()
    #expect(
      session.passes(
        "send addChild", "send increment", "expect children[0].count == 1", "undo 2",
        "expect children.isEmpty", "send addChild", "expect children[0].count == 0"))
  }

  @Test func `a shared value in a payload is restored`() {
    let session = sharedSession()
    #expect(
      session.passes(
        "send share", "expect mode == .sharing(0, \"local\")", "receive changed(by: #1)",
        "expect mode == .sharing(3, \"local\")", "expect local == 3", "undo 1 action",
        "expect local == 0", "redo 1 action", "expect local == 3", "finish"))
  }

  @Test func `an equal value is no step`() {
    let session = sharedSession()
    #expect(session.passes("send setEqual", "finish", "expect count == 0"))
    #expect(session.position == 1)
  }

  @Test func `changes and actions of one effect keep their order`() {
    let session = sharedSession()
    #expect(
      session.passes(
        "send changeThenSend", "receive changed(by: #1)", "expect count == 10",
        "expect plain == 0", "receive changed(10)", "expect plain == 10", "expect count == 10",
        "receive changed(by: #1)", "expect count == 20", "undo 1 action", "expect count == 10",
        "finish"))
  }

  @Test func `the changes of two effects are two steps`() {
    let session = sharedSession()
    #expect(
      session.passes(
        "send twoChanges", "receive changed(by: #1)", "expect count == 1",
        "receive changed(by: #2)", "expect count == 11", "finish"))
  }

  @Test func `a change inside of another change is part of it`() {
    let session = sharedSession()
    #expect(
      session.passes(
        "send touchNested", "receive changed(by: #1)", "expect count == 1", "expect local == 5",
        "finish"))
  }

  @Test func `a change on another thread is received after 'settle'`() {
    let session = sharedSession()
    #expect(session.passes("send leave"))
    #expect(session.passes("settle within 10s", "receive changed", "expect count == 99", "finish"))
  }

  @Test func `each store has its own values, and 'start' and 'reset' begin with the defaults`() {
    let session = sharedSession()
    #expect(
      session.passes(
        "feature shared as a", "send increment", "feature shared as b", "expect count == 0",
        "send note(\"b\")", "receive changed", "use a", "expect notes == []",
        "expect count == 1", "start", "expect count == 0", "use b", "expect notes == [\"b\"]",
        "finish", "reset", "feature shared", "expect notes == []", "expect name == \"none\""))
  }

  @Test func `a start state sets shared values`() {
    let session = sharedSession()
    #expect(
      session.passes(
        #"start State(count: 3, name: "x", local: 4)"#, "expect count == 3",
        "expect child.count == 3", "expect readOnly == 3", #"expect name == "x""#,
        "send increment", "expect child.count == 4", "undo", "expect child.count == 3",
        "replay 0 on State(count: 5)"))
  }

  @Test func `a printed state reads back as an equal state`() throws {
    let session = sharedSession()
    #expect(session.passes("send increment", "send share", "receive changed", "send addChild"))
    guard case .value(let text)? = session.run("state").events.first else {
      Issue.record("no state")
      return
    }
    #expect(session.passes("start \(text)"))
    #expect(session.run("state").events == [.value(text)])
    #expect(session.passes("expect children[0].count == 1"))
  }

  @Test func `changes can be ignored, skipped and replayed`() {
    let session = sharedSession()
    #expect(
      session.passes(
        "ignore changed(by: _)", "send note(\"a\")", "expect notes == [\"a\"]", "ignore off",
        "send note(\"b\")", "skip received", "expect notes.count == 2", "replay 0 on State()",
        "expect notes.count == 2", "finish"))
  }

  @Test func `'receive' completes modifications`() {
    let session = sharedSession()
    #expect(session.completions(of: "receive ", at: 8).map(\.text).contains("changed"))
    let continued = session.completions(of: "receive changed", at: 15).map(\.text)
    #expect(continued.contains { $0.hasPrefix("changed(by: ") })
  }

  @Test func `'modify' changes shared values in one step`() {
    let session = sharedSession()
    #expect(
      session.passes(
        #"modify count = 3, name = "x""#, "expect count == 3", "expect child.count == 3",
        "expect readOnly == 3", "undo", #"expect name == "none""#, "expect count == 0", "redo",
        "modify count = 3", "modify readOnly = 4", "expect count == 4", "send increment",
        "expect count == 5", "undo", "expect count == 4", "finish"))
  }

  @Test func `'modify' refuses values that are not shared`() {
    let session = sharedSession()
    #expect(session.code("modify plain = 1") == "wrong-type")
    #expect(session.code("modify count") == "usage")
    #expect(session.code("modify count = true") == "wrong-type")
    #expect(stopwatch().code("modify seconds = 1") == "not-supported")
  }

  @Test func `a change between two states is written as assignments of the shortest paths`() {
    func state(_ count: Int, _ name: String, local: Int) -> SharedFeature.State {
      var state = SharedFeature.State(local: local)
      state.$count = Shared(value: count)
      state.$name = Shared(value: name)
      state.mode = .sharing(state.$local, "local")
      return state
    }
    let assignments = SharedAssignments(
      from: state(1, "a", local: 2), to: state(1, "b", local: 3), syntax: ValueSyntax())
    #expect(assignments.line.text == #"modify name = "b", local = 3"#)
  }

  @Test func `a feature without shared state has no modifications`() {
    let session = stopwatch()
    #expect(session.code("receive changed") == "no-such-case")
  }
}
