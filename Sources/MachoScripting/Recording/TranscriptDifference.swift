import MachoReporting
import MachoSessions

/// What differs between two outcomes of a line, such as before and after a change of its feature.
///
/// Ignores what a script does not compare, such as a property that only one of the states has and that
/// does not change.
package enum TranscriptDifference {
  /// Returns the lines of a script that differ, with three lines around each: `E|` lines of the earlier
  /// outcome and `A|` lines of the later one. Returns no lines if a script does not notice a difference.
  ///
  /// A command with which both begin is omitted: the caller prints it.
  ///
  /// - Parameter transcript: The lines of a script for the earlier outcome.
  package static func lines(from transcript: String, to outcome: Outcome) -> [StyledLine] {
    guard !OutcomeTranscript.matches(transcript, outcome) else { return [] }
    let (old, new) = (lines(of: transcript), lines(of: OutcomeTranscript.text(for: outcome)))
    let head = zip(old, new).prefix { $0 == $1 && !$0.hasPrefix("|") }.count
    return LineDiff(Array(old.dropFirst(head)), Array(new.dropFirst(head)))
      .hunks(context: 3).flatMap(\.styledLines)
  }

  /// Returns the lines of a transcript. Commands have a blank after the mark, unlike output.
  private static func lines(of transcript: String) -> [String] {
    transcript.split(separator: "\n").map { $0.hasPrefix("|") ? String($0) : " \($0)" }
  }
}
