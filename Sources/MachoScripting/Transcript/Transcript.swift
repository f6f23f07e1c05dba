/// What was typed and what came of it, in order: a session as it can be written to a script.
package struct Transcript: Hashable, Sendable {
  /// One command and its output.
  package struct Entry: Hashable, Sendable {
    /// The command as it was typed, its own prefixes included; it may have several lines.
    package var command: String
    /// The code that the command failed with; nil when it did not fail.
    package var failure: String?
    /// The lines of its output.
    package var output: [String]
    /// A gutter that the output matches and that says more than the lines: its captures have names.
    package var expectedOutput: ExpectedOutput?

    /// Makes an entry.
    package init(
      _ command: String, failure: String? = nil, output: [String] = [],
      gutter: ExpectedOutput? = nil
    ) {
      self.command = command
      self.failure = failure
      self.output = output
      self.expectedOutput = gutter
    }
  }

  /// The entries, in order.
  package var entries: [Entry]
  /// The files that the commands refer to.
  package var sections: [Section]

  /// Makes a transcript.
  package init(_ entries: [Entry] = [], sections: [Section] = []) {
    self.entries = entries
    self.sections = sections
  }
}
