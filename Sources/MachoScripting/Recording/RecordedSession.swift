import MachoSessions

/// The script of a session: its lines, and the sections that they read.
struct RecordedSession {
  private let session: Session
  /// The script, without its first line.
  private let script = SpooledText()
  /// The lines for an edited script. `nil` if the session is too long or cannot be edited.
  private(set) var lines: RecordedLines?
  /// The number of bytes of the script.
  private var length = 0
  /// When the line that is running began.
  private var lineStart: ContinuousClock.Instant?
  /// The sections of a script whose lines are part of the session, without those that lines have read.
  var sections: [Section] = []
  private var usedSections: [Section] = []

  /// The number of bytes up to which a session is edited and tested when it is saved. Each test takes as
  /// long as the session.
  static let testedLength = 1 << 20

  init(_ session: Session) {
    self.session = session
    lines = RecordedLines(of: session)
  }

  /// The script, without its first line and without sections.
  var text: String { script.contents }

  /// Whether it is too long to be edited and tested.
  var isTooLong: Bool { length + trailer.utf8.count >= Self.testedLength }

  /// The sections that lines have read, after an empty line.
  var trailer: String { trailer(ofSections: nil) }

  /// Returns the sections that lines have read and that have these names. `nil` returns all that were read.
  func trailer(ofSections names: Set<String>?) -> String {
    let sections = usedSections.filter { names?.contains($0.name) ?? true }
    return sections.isEmpty ? "" : "\n" + sections.map(\.text).joined()
  }

  /// Notes that a line is about to run.
  mutating func startLine() { lineStart = .now }

  /// Adds a line, or external work between two lines. Returns whether it has read sections.
  ///
  /// - Parameter isPast: Whether the session has run other lines since.
  mutating func append(_ outcome: Outcome, isPast: Bool) -> Bool {
    let readsSections = useSections(of: outcome)
    append(OutcomeTranscript.text(for: outcome))
    if isPast {
      lines?.append(past: outcome)
    } else {
      let (session, start) = (session, lineStart)
      lines?.append(outcome, in: session, from: start, to: .now)
    }
    lineStart = nil
    return readsSections
  }

  /// Adds text of a transcript.
  mutating func append(transcript: String) {
    append(transcript)
    // The session gets the actions of a live store without lines.
    if session.isLive { lines = nil }
    lines?.append(comment: RecordedLine(transcript: transcript), at: .now)
  }

  /// Adds a comment or a phase as typed.
  mutating func append(comment: String) {
    guard let comment = RecordedComment(comment) else { return }
    append(comment.text)
    lines?.append(comment: RecordedLine(comment), at: .now)
  }

  private mutating func append(_ text: String) {
    script.append(text)
    length += text.utf8.count
    if length >= Self.testedLength { lines = nil }
  }

  /// Marks the sections that a line reads as used. The lines of a sourced script are recorded
  /// themselves.
  private mutating func useSections(of outcome: Outcome) -> Bool {
    guard !sections.isEmpty, !outcome.has(.runsScript) else { return false }
    let names = Line.fileNames(in: outcome.text[...])
    let found = sections.filter { names.contains($0.name) }
    guard !found.isEmpty else { return false }
    sections.removeAll(where: found.contains)
    usedSections += found
    return true
  }
}
