import MachoValues
import Testing

@testable import MachoExploration

struct ComparisonTests {
  // MARK: Traces

  private func trace(_ states: [String], change: (inout RunTrace) -> Void = { _ in }) -> RunTrace {
    var trace = RunTrace()
    for (index, state) in states.enumerated() {
      var record = StepRecord(line: index == 0 ? "" : "send step(\(index))")
      record.label = index == 0 ? "" : "step"
      record.transitions = [.init(received: nil, state: state)]
      trace.records.append(record)
    }
    change(&trace)
    return trace
  }

  @Test func `equal traces have no difference`() {
    let trace = trace([#"{"count":0}"#, #"{"count":1}"#])
    #expect(TraceComparison.difference(base: trace, head: trace) == nil)
  }

  @Test(arguments: [
    "after addTapped: state total", "after the start: end", "received saveFailed",
    "after answer shop.buy: call shop.pay", "after f(a: 1): choice",
  ])
  func `a cause is read from its text`(text: String) throws {
    #expect("\(try #require(DifferenceCause(text[...])))" == text)
  }

  @Test(arguments: ["", "addTapped", "state total", "after addTapped: stat total", "after: state"])
  func `other text is not a cause`(text: String) {
    #expect(DifferenceCause(text[...]) == nil)
  }

  @Test func `a run with a line that one side cannot read is not compared`() {
    var trace = RunTrace()
    #expect(trace.isComparable)
    trace.unreadable = "stub shelf.load -> [Book(id: 1)]"
    #expect(!trace.isComparable)
  }

  @Test func `names the first step and path that differ`() throws {
    let found = try #require(
      TraceComparison.difference(
        base: trace([#"{"a":0,"rows":[{"n":1}]}"#, #"{"a":0,"rows":[{"n":100}]}"#]),
        head: trace([#"{"a":0,"rows":[{"n":1}]}"#, #"{"a":0,"rows":[{"n":90}]}"#])))
    #expect("\(found.cause)" == "after step: state rows[].n")
    #expect(found.message == "after `step`, `rows[].n` is 90 instead of 100")
    #expect(found.index == 1)
  }

  @Test func `another order of received actions comes before the state`() throws {
    func received(_ names: [String], _ state: String) -> RunTrace {
      trace([#"{"n":0}"#, #"{"n":0}"#]) { trace in
        trace.records[1].transitions += names.map {
          .init(received: .init(name: String($0.prefix(1)), text: $0), state: nil)
        }
        trace.records[1].transitions[2].state = state
      }
    }
    let found = try #require(
      TraceComparison.difference(
        base: received(["a", "b(1)"], #"{"n":1}"#), head: received(["b(1)", "a"], #"{"n":2}"#)))
    #expect("\(found.cause)" == "received b")
  }

  @Test func `a call with other arguments is a difference of the call`() throws {
    func call(_ text: String) -> RunTrace {
      trace([#"{"n":0}"#, #"{"n":0}"#]) { trace in
        let item = StepRecord.Item(name: "bank.pay", text: text)
        trace.records[1].calls = [item]
        trace.records[1].pending = [item]
      }
    }
    let found = try #require(
      TraceComparison.difference(base: call("bank.pay(1, 2)"), head: call("bank.pay(2, 1)")))
    #expect("\(found.cause)" == "after step: call bank.pay")
  }

  @Test func `a crash of one side is a difference, one of both sides is none`() throws {
    let passing = trace([#"{"n":0}"#, #"{"n":1}"#])
    var crashing = passing
    crashing.end = "crashes: Fatal error"
    let found = try #require(TraceComparison.difference(base: passing, head: crashing))
    #expect(found.kind == .end)
    #expect(TraceComparison.difference(base: crashing, head: crashing) == nil)
  }

  @Test func `a change without an action is named by the state that it leads to`() throws {
    func modified(_ states: [String]) -> RunTrace {
      trace([#"{"n":0}"#, #"{"n":1}"#]) { trace in
        trace.records[1].transitions += states.map {
          .init(
            received: .init(name: "changed", text: "changed"), isModification: true, state: $0)
        }
      }
    }
    let found = try #require(
      TraceComparison.difference(
        base: modified([#"{"n":2}"#, #"{"n":3}"#]), head: modified([#"{"n":2}"#])))
    #expect("\(found.cause)" == "after step: state n")
    // The same state at the end, by fewer changes.
    let fewer = TraceComparison.difference(
      base: modified([#"{"n":2}"#, #"{"n":3}"#]), head: modified([#"{"n":3}"#]))
    #expect(fewer?.kind == .state)
  }

  @Test func `the state at the end of a step is compared`() throws {
    let states = [#"{"n":1}"#, #"{"n":2}"#].map { end in
      trace([#"{"n":0}"#, #"{"n":1}"#]) { $0.records[1].endState = end }
    }
    let found = try #require(TraceComparison.difference(base: states[0], head: states[1]))
    #expect("\(found.cause)" == "after step: state n")
    #expect(TraceComparison.difference(base: states[1], head: states[1]) == nil)
  }

  @Test func `a path without indices has the whole keys of dictionaries`() {
    func state(_ count: JSONValue) -> JSONValue { ["rows": [["a[b": ["count": count]]]] }
    let found = JSONPathDifference.all(state(1), state(2))
    #expect(found.map(\.path) == ["rows[0].a[b.count"])
    #expect(found.map(\.normalizedPath) == ["rows[].a[b.count"])
  }

  @Test func `what each step shows lists changes by path`() {
    let trace = trace([#"{"a":{"b":1}}"#, #"{"a":{"b":2}}"#]) { trace in
      trace.records[1].pending = [.init(name: "api.load", text: "api.load(1)")]
    }
    #expect(trace.output == [[], ["a.b: 1 \u{2192} 2", "in flight: api.load(1)"]])
  }

  // MARK: Types

  struct Old {
    var name = ""
    var gone = 0
    var kind = OldKind.one
  }
  struct New {
    var name = ""
    var added = false
    var kind = NewKind.one
  }
  enum OldKind {
    case one
    case two(Int)
  }
  enum NewKind {
    case one
    case two(String)
    case three
  }

  private func outline(_ state: Any.Type, _ action: Any.Type) -> FeatureOutline {
    var types = TypeOutline()
    let nodes = (types.insert(state), types.insert(action))
    return FeatureOutline(
      types: types, state: nodes.0, actions: [nodes.1], received: [nodes.1], aliases: [],
      endpoints: [:])
  }

  @Test func `lists what only one version declares`() {
    let comparison = TypeComparison(
      base: outline(Old.self, OldKind.self), head: outline(New.self, NewKind.self))
    #expect(comparison.differences.contains { $0.hasSuffix("Old.gone: Int was removed") })
    #expect(comparison.differences.contains { $0.hasSuffix("New.added: Bool is new") })
    #expect(comparison.differences.contains { $0.hasSuffix("NewKind.three is new") })
    #expect(!comparison.canSend("two"))
    #expect(comparison.canSend("one"))
  }

  @Test func `a type compared with itself has no difference`() {
    let comparison = TypeComparison(
      base: outline(Old.self, OldKind.self), head: outline(Old.self, OldKind.self))
    #expect(comparison.differences.isEmpty)
    #expect(comparison.baseOmissions.isEmpty)
  }

  enum Unrelated { case other }

  @Test func `received actions are compared if the two sides have some in common`() {
    func comparesReceived(_ other: Any.Type) -> Bool {
      TypeComparison(base: outline(Old.self, OldKind.self), head: outline(Old.self, other))
        .comparesReceived
    }
    #expect(comparesReceived(OldKind.self))
    #expect(comparesReceived(NewKind.self))
    #expect(!comparesReceived(Unrelated.self))
    #expect(!comparesReceived(Int.self))
  }

  @Test func `a renamed outline has the types of the other one`() {
    var old = outline(Old.self, OldKind.self)
    let names = ["Old": "New", "gone": "added", "Int": "Bool", "OldKind": "NewKind"]
    old.rename { text in names[text] ?? text }
    let comparison = TypeComparison(base: old, head: outline(New.self, OldKind.self))
    #expect(!comparison.differences.contains { $0.contains("gone") || $0.contains("added") })
  }

  @Test func `renamed members have their new name in the JSON`() {
    var omitted = OmittedMembers()
    omitted.renamed = ["gone": "kept", "one": "first"]
    #expect(
      ValueSyntax().json(of: TypedValue(Old()), omitting: omitted).text
        == #"{"name":"","kept":0,"kind":"first"}"#)
  }

  @Test func `omitted members are left out of the JSON`() {
    var omitted = OmittedMembers()
    omitted.insert("gone", of: Old.self)
    #expect(
      ValueSyntax().json(of: TypedValue(Old()), omitting: omitted).text
        == #"{"name":"","kind":"one"}"#)
  }
}
