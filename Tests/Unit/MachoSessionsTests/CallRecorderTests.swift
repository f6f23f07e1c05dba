import MachoValues
import Testing

@testable import MachoSessions

@Suite struct CallRecorderTests {
  private let fact = Endpoint(
    name: "fact", argumentTypes: [Int.self], valueType: String.self, canThrow: true, isAsync: true)
  private let ticks = Endpoint(
    name: "ticks", argumentTypes: [], valueType: Int.self, canThrow: true, isAsync: false,
    isStream: true)

  private func lines(_ observations: [LiveStoreEvent]) -> [String] {
    var log = CallRecorder(syntax: ValueSyntax())
    return log.segments(of: observations).flatMap(lines)
  }

  private func lines(_ segment: CallRecorder.Segment) -> [String] {
    segment.stubs.map(\.text) + segment.remarks.map { "# " + $0 }
      + segment.inputs.compactMap { input in
        switch input {
        case .externalInput(let line): line.text
        case .remark(let text): "# " + text
        default: nil
        }
      }
  }

  @Test func `An immediate response becomes a stub, a later one a pending stub and an answer`() {
    #expect(
      lines([
        .callStarted(call: 1, endpoint: fact, arguments: [1]),
        .callCompleted(call: 1, .value("one")),
        .callStarted(call: 2, endpoint: fact, arguments: [2]), .externalJobAccepted(),
        .callCompleted(call: 2, .failure(ScriptedError("late"))),
      ]) == [
        #"stub fact(1) -> "one""#, "stub fact(2) pending", #"answer fact(2) throws error("late")"#,
      ])
  }

  @Test func `The answer to one of several equal calls contains its number`() {
    #expect(
      lines([
        .callStarted(call: 1, endpoint: fact, arguments: [1]),
        .callStarted(call: 2, endpoint: fact, arguments: [1]),
        .callStarted(call: 3, endpoint: fact, arguments: [1]),
        .callCompleted(call: 3, .value("at once")),
        .externalJobAccepted(), .callCompleted(call: 2, .value("second")), .externalJobAccepted(),
        .callCompleted(call: 1, .value("first")),
      ]) == [
        #"stub fact(1) pending, then pending, then "at once""#, #"answer fact(1) #2 -> "second""#,
        #"answer fact(1) -> "first""#,
      ])
  }

  @Test func `A change of unknown order becomes a comment`() {
    var log = CallRecorder(syntax: ValueSyntax())
    let segments = log.segments(of: [.orderLost, .stateModified, .timePassed(.seconds(1))])
    #expect(
      segments.flatMap(lines) == [
        "# another thread modified the state while the store ran", "advance 1s",
      ])
  }

  @Test func `Elapsed time becomes an advance, after the stubs of the calls that it causes`() {
    #expect(
      lines([
        .timePassed(.milliseconds(300)), .actionReduced,
        .callStarted(call: 1, endpoint: fact, arguments: [1]),
      ]) == ["stub fact(1) pending", "advance 300ms"])
  }

  @Test func `A stream becomes its immediate elements, then answers, then its end`() {
    #expect(
      lines([
        .callStarted(call: 1, endpoint: ticks, arguments: []), .callCompleted(call: 1, .value(1)),
        .callCompleted(call: 1, .value(2)), .externalJobAccepted(),
        .callCompleted(call: 1, .value(3)), .externalJobAccepted(),
        .callCompleted(call: 1, .finished),
      ]) == [
        "stub ticks -> stream 1, 2, pending", "answer ticks -> 3", "answer ticks finished",
      ])
    #expect(
      lines([
        .callStarted(call: 1, endpoint: ticks, arguments: []), .callCompleted(call: 1, .finished),
        .callStarted(call: 2, endpoint: ticks, arguments: []),
        .callCompleted(call: 2, .failure(ScriptedError("x"))),
      ]) == [#"stub ticks -> stream, then stream throws error("x")"#])
  }

  @Test func `Results of cancelled tasks are omitted, and results without text become comments`() {
    #expect(
      lines([
        .callStarted(call: 1, endpoint: fact, arguments: [1]), .externalJobAccepted(),
        .callCompleted(call: 1, nil),
      ]) == ["stub fact(1) pending"])
    #expect(
      lines([
        .callStarted(call: 1, endpoint: fact, arguments: [1], isCancellable: false),
        .externalJobAccepted(), .callCompleted(call: 1, .failure(ScriptedError("cancelled"))),
      ]) == [
        "stub fact(1) pending uncancellable", #"answer fact(1) throws error("cancelled")"#,
      ])
    let box = Endpoint(
      name: "box", argumentTypes: [], valueType: Box.self, canThrow: false, isAsync: true)
    #expect(
      lines([
        .callStarted(call: 1, endpoint: box, arguments: []), .externalJobAccepted(),
        .callCompleted(call: 1, .value(Box())),
      ]) == ["stub box pending", "# the result of box has no text that parses back"])
    let lid = Endpoint(
      name: "lid", argumentTypes: [], valueType: Box.self, canThrow: false, isAsync: false)
    #expect(
      lines([
        .callStarted(call: 1, endpoint: lid, arguments: []), .callCompleted(call: 1, .value(Box())),
      ])
        == ["# the result of lid has no text that parses back"])
  }

  private final class Box: Sendable {}
}
