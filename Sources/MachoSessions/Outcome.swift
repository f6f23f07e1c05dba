/// What came of one line.
public struct Outcome: Sendable {
  /// What a line asks of whoever feeds the session.
  public enum Directive: Equatable, Sendable {
    /// Ends the session.
    case quit
    /// Leaves the rest of the script out, and says why.
    case skip(String)
    /// Runs the lines of another script, which were read from the file of that name.
    case source(String, text: String)
    /// The script is known to fail, and why.
    case expectFailure(String)
    /// The script may take so long from here on.
    case timeout(Duration)
  }

  /// The line's text.
  public var text: String
  /// The line taken apart, when it could be.
  public var line: Line?
  /// What came by itself before the line was run, in a live store.
  public internal(set) var preceding: [Event] = []
  /// Whether the store was live, with real endpoints and real time.
  public internal(set) var wasLive = false
  /// What the command itself made happen.
  public var events: [Event] = []
  /// Why the line failed.
  public var failure: Diagnostic?
  /// How the line failed, where its `!` named another code.
  public internal(set) var unexpectedFailure: Diagnostic?
  /// How the line failed, as its `!` said it would.
  public var expectedFailure: Diagnostic?
  /// The received actions that were taken at once, each with its diff.
  public var received: [Event] = []
  /// Whether those depend on work outside, for which a script has to 'settle' first.
  public var isExternal = false
  /// Whether filtered actions came by themselves, which are taken without a word.
  public internal(set) var hasAppliedIgnoredActions = false
  /// The context of a feature that was opened, where a script would have opened it in another.
  public internal(set) var impliedContext: RunContext?
  /// Whether a condition kept the line from being run.
  public var wasSkipped = false
  /// What the line asks of whoever feeds the session.
  public var directive: Directive?

  /// What came of a text of which nothing more is known yet.
  package init(
    text: String, line: Line? = nil, failure: Diagnostic? = nil, wasSkipped: Bool = false
  ) {
    self.text = text
    self.line = line
    self.failure = failure
    self.wasSkipped = wasSkipped
  }
}
