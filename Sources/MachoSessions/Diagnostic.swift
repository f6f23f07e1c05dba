import MachoValues

/// Why a line failed, as facts: rendering happens in one place, in `MachoReporting`.
public struct Diagnostic: Error, Equatable, Sendable {
  /// The stable code that `! [code]` in a script names.
  public var code: DiagnosticCode
  /// What happened, in one sentence without the code.
  public var message: String
  /// Where in the command's text, as offsets into its UTF-8; `nil` when no place is to blame.
  public var range: Range<Int>?
  /// What might have been meant, best first.
  public var candidates: [String]
  /// Further lines: what to type next, what is still running.
  public var notes: [String]

  /// Makes a diagnostic from its facts.
  public init(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>? = nil,
    candidates: [String] = [], notes: [String] = []
  ) {
    self.code = code
    self.message = message
    self.range = range
    self.candidates = candidates
    self.notes = notes
  }

  /// Places an error of the value syntax in the command's text, `offset` bytes further right.
  package init(_ error: ValueError, offset: Int) {
    self.init(
      DiagnosticCode(rawValue: error.code), error.message,
      at: error.range.lowerBound + offset..<error.range.upperBound + offset,
      candidates: error.candidates, notes: error.notes)
  }
}
