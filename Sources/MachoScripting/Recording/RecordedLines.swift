import MachoSessions

/// The lines of a session, of which an edited script can be made.
struct RecordedLines {
  private(set) var lines: [RecordedLine] = []
  /// The IDs of the actions in force, by the ordinal of their store. Includes those of closed stores.
  private var activeIDs: [Int: [Int]]
  /// The IDs of the last actions before the lines, by the ordinal of their store.
  private let firstIDs: [Int: Int]
  /// What the session has done so far.
  private var progress: SessionProgress
  /// When the last line ended.
  private var end: ContinuousClock.Instant?

  /// The time without a line that separates two parts of a session.
  private static let pause = Duration.seconds(60)

  /// Creates an empty list for a session.
  init(of session: Session) {
    progress = session.progress
    activeIDs = session.activeActionIDs
    firstIDs = activeIDs.compactMapValues(\.last)
  }

  /// Adds a line that the session had run before.
  mutating func append(past outcome: Outcome) { lines.append(RecordedLine(past: outcome)) }

  /// Adds a line, or external work between two lines.
  ///
  /// - Parameters:
  ///   - start: When the line began. `nil` for external work.
  ///   - end: When it ended.
  mutating func append(
    _ outcome: Outcome, in session: Session, from start: ContinuousClock.Instant?,
    to end: ContinuousClock.Instant
  ) {
    let progress = session.progress
    var line = RecordedLine(outcome, from: self.progress, to: progress)
    self.progress = progress
    for actions in line.actions { activeIDs[actions.store, default: []] += actions.ids }
    if outcome.has(.travelsInTime), outcome.isSuccess {
      activeIDs.merge(session.activeActionIDs) { $1 }
    }
    if let start {
      line.followsPause = isAfterPause(start)
      self.end = end
    }
    lines.append(line)
  }

  /// Adds a comment or a phase, or text that is not of a line.
  mutating func append(comment: RecordedLine, at time: ContinuousClock.Instant) {
    var line = comment
    line.followsPause = isAfterPause(time)
    end = time
    lines.append(line)
  }

  private func isAfterPause(_ time: ContinuousClock.Instant) -> Bool {
    end.map { time - $0 >= Self.pause } ?? false
  }

  /// Whether the session used time travel.
  var hasTravel: Bool { lines.contains { $0.kind == .travel } }

  /// Whether only some actions of a line are in force.
  var undoesParts: Bool {
    let activeIDs = activeIDs.mapValues { Set($0) }
    return lines.contains { line in
      let isActive = line.actions.flatMap { actions in
        actions.ids.map { activeIDs[actions.store]?.contains($0) ?? false }
      }
      return isActive.contains(true) && isActive.contains(false)
    }
  }

  /// Whether a prompt opened a feature in another context than scripts do.
  var hasImpliedContext: Bool { lines.contains { !$0.text.context.isEmpty } }

  /// Returns the script of the lines.
  func script(omitting omissions: EditedScript.Omissions) -> EditedScript {
    EditedScript(lines, activeIDs: activeIDs, firstIDs: firstIDs, omitting: omissions)
  }
}
