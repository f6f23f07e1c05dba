import MachoSessions

extension Script {
  /// One command of a script with its expected output.
  package struct Step: Equatable, Sendable {
    /// The lines of the command in the file, counted from 1, without the expected output.
    package var lines: Range<Int>
    /// The lines as written in the file.
    package var raw: [String]
    /// The line for the session: lines joined by `\n`, outer spaces removed, prefixes included.
    package var line: Line
    /// The UTF-8 column of the text's first byte in its line, counted from 0.
    package var column: Int
    /// The UTF-8 offset of the text's first byte in the file.
    package var offset: Int
    /// The expected output. `nil` if the output is not compared.
    package var expectedOutput: ExpectedOutput?
    /// Whether the command gives a column of `## cases` its value. It is not written in the file.
    package var isOfRow = false

    /// The text of the line.
    package var text: String { line.text }

    /// Returns the line (from 1) and UTF-8 column (from 0) in the file for an offset in `text`.
    package func position(ofOffset offset: Int) -> (line: Int, column: Int) {
      var position = (line: lines.lowerBound, column: column)
      for byte in text.utf8.prefix(max(0, offset)) {
        if byte == UInt8(ascii: "\n") {
          position = (position.line + 1, 0)
        } else {
          position.column += 1
        }
      }
      // A verb that is not written in the file has no column.
      return (position.line, max(0, position.column))
    }
  }
}
