import MachoSessions
import MachoValues

// The steps of a run: sending an action, completing a call, advancing the clock.

extension RunEngine {
  /// What a step does. The raw value is its choice.
  enum StepKind: Int, CaseIterable {
    case send, answer, advance
  }

  /// Takes a step. Returns `false` if what it needs is missing.
  func takeStep(_ enabled: [Int], _ kinds: [StepKind]?, _ run: inout Run) -> Bool {
    let hasCalls = !endpoints.isEmpty && run.stubs.hasOpenCalls
    let deadline = run.store.nextDeadline
    let kinds =
      kinds?.map(\.rawValue) ?? Self.likelyKinds[(hasCalls ? 1 : 0) + (deadline != nil ? 2 : 0)]
    switch StepKind(rawValue: run.choices.draw(below: StepKind.allCases.count, from: kinds)) {
    case .answer: return hasCalls && answer(&run)
    case .advance: return advance(deadline, &run)
    case .send, nil: return send(enabled, &run)
    }
  }

  /// The kinds among which random choices choose: without open calls and deadlines, with calls, with
  /// deadlines, and with both.
  private static let likelyKinds: [[Int]] = [[0], [0, 0, 1], [0, 0, 2], [0, 0, 1, 2]]

  private func send(_ enabled: [Int], _ run: inout Run) -> Bool {
    guard !space.entries.isEmpty else { return false }
    let index = run.choices.draw(below: space.entries.count, from: enabled)
    let store = run.store
    guard let action = space.action(index, from: run.choices, in: { store.state }) else {
      return false
    }
    return send(action, index, &run)
  }

  /// Sends an action that another run has sent. Returns `false` if it cannot be sent now.
  func send(_ label: String, _ text: String, _ run: inout Run) -> Bool {
    guard let index = space.labels.firstIndex(of: label),
      let value = try? target.feature.syntax.readAction(text[...], of: target.feature)
    else { return false }
    return send(ActionSpace.BuiltAction(text: text, value: value), index, &run)
  }

  private func send(
    _ action: ActionSpace.BuiltAction, _ index: Int, _ run: inout Run
  ) -> Bool {
    guard
      space.isAddressable(
        action, index, in: TypedValue(run.store.state, as: target.feature.stateType))
    else { return false }
    if !hasSent[index] {
      hasSent[index] = true
      onFirstSend?(space.entries[index].template.label)
    }
    recorder?.beginStep(Line.text(.send, action.text))
    describe(&run, space.line(for: action))
    run.input = .send(label: space.entries[index].template.label, text: action.text)
    run.hasUnassertedActions = false
    run.store.send(action.value)
    collect(&run, sent: true)
    return true
  }

  private func answer(_ run: inout Run) -> Bool {
    let calls = run.stubs.openCalls
    let call = calls[run.choices.draw(below: calls.count)]
    guard let endpoint = endpoints.first(where: { $0.name == call.endpoint }) else { return false }
    let answer = Answer(
      to: call, of: endpoint, from: run.choices, responses, in: run.store.state)
    guard let answer else { return false }
    complete(call, with: answer, among: calls, &run)
    return true
  }

  /// Completes a call.
  func complete(
    _ call: OpenCall, with answer: Answer, among calls: [OpenCall], _ run: inout Run
  ) {
    var answer = answer
    answer.isOptional = describesFailures
    recorder?.beginStep(answer.line(among: calls, space.generator.syntax).text)
    describe(&run, answer.line(among: calls, space.generator.syntax))
    run.input = .answer(call, isFailure: answer.isFailure)
    answer.apply(to: run.stubs, among: calls)
    run.store.run()
    collect(&run)
  }

  /// Advances the clock without a line in the description.
  func advanceSilently(by duration: Duration, _ run: inout Run) -> Bool {
    guard run.store.advance(by: duration) else { return false }
    run.input = .advance
    collect(&run)
    return true
  }

  /// Adds a line that `advanceSilently` or a caller makes.
  func describe(_ line: Line, _ run: inout Run) { describe(&run, line) }

  /// The choices of a duration that may include several deadlines.
  static let longAdvances = [4, 3]

  private func advance(_ deadline: Duration?, _ run: inout Run) -> Bool {
    let durations: [Duration] = [
      deadline ?? .seconds(1), .seconds(1), .milliseconds(100), .seconds(10), .seconds(60),
    ]
    let duration = durations[run.choices.draw(below: durations.count)]
    // Nothing sleeps, so an advance has an effect only on a feature that reads the clock.
    guard deadline != nil || run.store.hasUsedClock else { return false }
    let line = Line(.advance, ValueSyntax().print(duration))
    recorder?.beginStep(line.text)
    describe(&run, line)
    return advanceSilently(by: duration, &run)
  }
}
