/// A difference between expected and actual output. `MismatchFormatter` renders it.
package struct Mismatch: Hashable, Sendable {
  /// The kind of the first difference.
  package enum Reason: Hashable, Sendable {
    /// The lines differ.
    case differs
    /// More lines are expected.
    case missingOutput
    /// The output has more lines.
    case extraOutput
    /// The line matches except for a capture that is bound to another text.
    case captureDiffers(name: String, bound: String)
    /// Captures between `|...` lines have too many possible matches.
    case tooAmbiguous
  }

  /// The kind of the first difference.
  package var reason: Reason
  /// All expected lines, as written in the file.
  package var expected: [String]
  /// All lines of actual output, escaped, without `| `.
  package var actual: [String]
  /// The index of the first different line in `expected`. `nil` if `expected` ended before.
  package var expectedIndex: Int?
  /// The index of the first different line in `actual`. `nil` if `actual` ended before.
  package var actualIndex: Int?
  /// The line of the file with the difference, counted from 1.
  package var line: Int
}
