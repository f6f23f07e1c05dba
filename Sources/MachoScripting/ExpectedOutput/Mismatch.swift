/// How output differs from a gutter: facts, rendered by `MismatchFormatter`.
package struct Mismatch: Hashable, Sendable {
  /// What is wrong at the first line that differs.
  package enum Reason: Hashable, Sendable {
    /// The line is another one.
    case differs
    /// The gutter has more lines.
    case missingOutput
    /// The output has more lines.
    case extraOutput
    /// The line fits but for a capture, which is bound to another text.
    case captureDiffers(name: String, bound: String)
    /// Captures between `|...` leave too many ways to try.
    case tooAmbiguous
  }

  /// What is wrong.
  package var reason: Reason
  /// The whole gutter, as it stands in the file.
  package var expected: [String]
  /// The whole output, as it would be written in a gutter without its `| `.
  package var actual: [String]
  /// The first line of `expected` that differs; nil behind its end.
  package var expectedIndex: Int?
  /// The first line of `actual` that differs; nil behind its end.
  package var actualIndex: Int?
  /// The line of the file to look at, counted from 1.
  package var line: Int
}
