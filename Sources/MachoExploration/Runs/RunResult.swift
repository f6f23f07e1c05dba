import MachoSessions

/// What a run did.
package struct RunResult {
  /// The failure that ended the run, if any.
  package var finding: Finding?
  /// The choices that were made, up to the failure. `nil` until the run has ended.
  var choices: RunChoices?
  /// The number of steps that were taken.
  package var stepCount = 0
  /// The groups whose step had no effect, because what it needs was missing.
  var skippedGroups: Set<Int> = []
  /// The group of the last step that reached something for the first time.
  package var lastNewGroup: Int?
  /// The state at the end.
  var state: Any?
  /// The effects that waited for external work at the end, which runs ignore.
  package var externalEffects: [String] = []
  /// The lines of the run. Empty unless they were requested.
  package var description = RunDescription()

  /// The choices as a sequence.
  package var sequence: ChoiceSequence { choices?.sequence ?? ChoiceSequence([]) }

  /// The number of steps that had an effect.
  package var effectiveStepCount: Int { stepCount - skippedGroups.count }

  /// The choices without steps that had no effect.
  package var effectiveSequence: ChoiceSequence { effectiveSequence(upTo: .max) }

  /// The choices up to a group, without steps that had no effect.
  func effectiveSequence(upTo last: Int) -> ChoiceSequence {
    let groups = sequence.groups
    return ChoiceSequence(
      groups.indices.filter { $0 <= last && !skippedGroups.contains($0) }.map { groups[$0] })
  }
}
