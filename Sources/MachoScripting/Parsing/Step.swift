import MachoSessions

extension Script {
  /// One logical command of a script, and what its output should be.
  package struct Step: Equatable, Sendable {
    /// The lines of the file that the command takes, counted from 1, without the gutter.
    package var lines: Range<Int>
    /// The lines as they stand in the file.
    package var raw: [String]
    /// The text for the session: lines joined by `\n`, outer spaces removed, prefixes included.
    package var text: String
    /// The text taken apart.
    package var line: Line
    /// The UTF-8 column of the text's first byte in its line, counted from 0.
    package var column: Int
    /// The UTF-8 offset of the text's first byte in the file.
    package var offset: Int
    /// The output that is expected; nil when it is not compared.
    package var expectedOutput: ExpectedOutput?

    /// The line (from 1) and UTF-8 column (from 0) in the file of an offset in `text`.
    package func position(ofOffset offset: Int) -> (line: Int, column: Int) {
      var place = (line: lines.lowerBound, column: column)
      for byte in text.utf8.prefix(max(0, offset)) {
        if byte == UInt8(ascii: "\n") {
          place = (place.line + 1, 0)
        } else {
          place.column += 1
        }
      }
      return place
    }
  }
}
