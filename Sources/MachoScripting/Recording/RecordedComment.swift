/// A comment or a phase that the user typed as a recording contains it.
struct RecordedComment {
  /// The lines. An empty one is above a phase.
  let text: String
  /// Whether it is a phase.
  let isPhase: Bool

  /// Creates the comment or phase of a line as typed. Returns `nil` if the line is neither.
  ///
  /// A heading of a specification becomes a comment, because a recording is a single session.
  init?(_ text: String) {
    let line = normalizedLine(text)
    guard line.utf8.first == UInt8(ascii: "#"), Header.version(in: line) == nil else { return nil }
    let title = Header.phase(in: line)
    if let title, SpecHeading(title: title) != nil {
      self.text = commentLines(title)
      isPhase = false
      return
    }
    let comment = TranscriptWriter.text(Transcript.Entry(line))
    isPhase = title != nil
    self.text = isPhase ? "\n" + comment : comment
  }
}
