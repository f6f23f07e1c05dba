import MachoReporting

/// The commands of a session and their output, in order.
package struct Transcript: Hashable, Sendable {
  /// One command and its output.
  package struct Entry: Hashable, Sendable {
    /// The command as typed, including prefixes. May have several lines.
    package var command: String
    /// The role of the command's lines.
    package var role: LineRole
    /// The code that the command failed with. `nil` if it did not fail.
    package var failure: String?
    /// The lines of its output.
    package var output: [OutputLine]
    /// How the diffs of the output are written.
    package var layout: DiffLayout
    /// Expected output with captures, which matches the output and replaces it in the script.
    package var expectedOutput: ExpectedOutput?

    /// Creates an entry.
    package init(
      _ command: String, role: LineRole = .plain, failure: String? = nil, output: [OutputLine] = [],
      layout: DiffLayout = .compact, expectedOutput: ExpectedOutput? = nil
    ) {
      self.command = command
      self.role = role
      self.failure = failure
      self.output = output
      self.layout = layout
      self.expectedOutput = expectedOutput
    }
  }

  /// The entries, in order.
  package var entries: [Entry]
  /// The files that the commands refer to.
  package var sections: [Section]

  /// Creates a transcript.
  package init(_ entries: [Entry] = [], sections: [Section] = []) {
    self.entries = entries
    self.sections = sections
  }
}
