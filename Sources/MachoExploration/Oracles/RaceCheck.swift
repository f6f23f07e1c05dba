import MachoSessions

/// Checks that the order of ready jobs does not change the final state of a run.
struct RaceCheck {
  let engine: RunEngine

  /// A difference, with the description of the run up to the line that shows it.
  struct Race {
    let finding: Finding
    let description: RunDescription
  }

  /// Returns a race if the state of a run differs from that of the same lines in the order of a
  /// first-in, first-out queue.
  ///
  /// - Parameter fifo: The run in that order. Default: `nil` (it is made).
  func race(in run: RunResult, fifo: RunResult? = nil) throws(Diagnostic) -> Race? {
    guard run.finding == nil, run.externalEffects.isEmpty, run.sequence.preemptionCount > 0 else {
      return nil
    }
    var other = fifo
    if other == nil { other = try repeated(run.sequence.withFIFOOrder, describing: false) }
    guard let other, other.finding == nil, let expected = other.state, let actual = run.state,
      let difference = StateDifference(expected, actual, of: engine.target.feature)
    else { return nil }
    // The same choices may have become other lines, for example if another call is open.
    let lines = try repeated(run.sequence.withFIFOOrder, describing: true).description.lines
    var description = try repeated(run.sequence, describing: true).description
    guard lines == description.lines else { return nil }
    if description.hasUnassertedActions { description.lines.append(Line(.skip, "received")) }
    description.lines.append(difference.line)
    return Race(
      finding: Finding(
        .race, identity: difference.path,
        message: "\(difference.path) is \(difference.actual) if the effects run in this order, and "
          + "\(difference.expected) if the one that is ready first runs first"),
      description: description)
  }

  private func repeated(
    _ sequence: ChoiceSequence, describing: Bool
  ) throws(Diagnostic) -> RunResult {
    // A description for the parent process is made by the caller.
    let onDescription = engine.onDescription
    engine.onDescription = nil
    defer { engine.onDescription = onDescription }
    return try engine.run(RunChoices(replaying: sequence), limit: .max, describing: describing)
  }
}
