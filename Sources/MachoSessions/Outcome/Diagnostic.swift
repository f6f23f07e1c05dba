import MachoValues

/// The reason why a line failed, as data. `MachoReporting` renders it.
package struct Diagnostic: Error, Equatable, Sendable {
  /// The stable code that `! [code]` in a script refers to.
  package var code: DiagnosticCode
  /// The description: one sentence, without the code.
  package var message: String
  /// The range in the command's text, as UTF-8 offsets. `nil` if the failure has no position.
  package var range: Range<Int>?
  /// Suggested replacements, best first.
  package var candidates: [String]
  /// Additional lines, for example what to type next or which effects are running.
  package var notes: [String]
  /// The source locations that occur in the message and in the notes.
  package var locations: [CodeLocation]
  /// Lines that prevent the failure if a script has them before the failed one. Default: none.
  package var missingLines: [Line] = []
  /// What the line and a declaration disagree on. Default: `nil` (not known, or another mistake).
  package var mismatch: DeclarationMismatch?

  /// Whether a real endpoint of a live store reported it. A recording replaces the endpoint by a stub, which
  /// does not. Default: `false`.
  package var isOfEndpoint = false
  /// Whether a feature dismissed itself that nothing presents. Default: `false`.
  package var isOfPresentation = false
  /// Whether the message is about a dependency without a value for the context. In another context, the
  /// message is another one, or there is none. Default: `false`.
  package var dependsOnContext = false

  /// Identifies the failure among those with its code and locations, without text that differs between runs.
  /// Default: the message.
  package var identity: String {
    get { storedIdentity ?? message }
    set { storedIdentity = newValue }
  }
  private var storedIdentity: String?

  /// Creates a diagnostic.
  package init(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>? = nil,
    candidates: [String] = [], notes: [String] = [], locations: [CodeLocation] = []
  ) {
    self.code = code
    self.message = message
    self.range = range
    self.candidates = candidates
    self.notes = notes
    self.locations = locations
  }

  /// Converts an error of the value syntax. Shifts its range by `offset` bytes.
  package init(_ error: ValueError, offset: Int) {
    self.init(
      DiagnosticCode(rawValue: error.code), error.message,
      at: error.range.lowerBound + offset..<error.range.upperBound + offset,
      candidates: error.candidates, notes: error.notes)
    mismatch = error.mismatch
  }
}
