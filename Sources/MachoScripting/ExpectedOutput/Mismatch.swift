/// A difference between expected and actual output. `MismatchFormatter` renders it.
package struct Mismatch: Codable, Hashable, Sendable {
  /// The kind of the first difference.
  package enum Reason: Codable, Hashable, Sendable {
    /// The lines differ.
    case differs
    /// More lines are expected.
    case missingOutput
    /// No line of the output matches a line below `|...`.
    case missingLine
    /// The output has more lines.
    case extraOutput
    /// The diff has no such change.
    case missingChange
    /// The diff has a change that is not expected.
    case extraChange
    /// The diff has no such unchanged line, or not at this place.
    case missingContext
    /// The line matches except for a capture that is bound to another text.
    case captureDiffers(name: String, bound: String)
    /// Captures between `|...` lines have too many possible matches.
    case tooAmbiguous
    /// A regular expression takes too long.
    case slowRegex(message: String)
  }

  /// An expected line and the line of actual output that it matches, as indexes.
  package struct Pair: Codable, Hashable, Sendable {
    package var expected: Int
    package var actual: Int
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
  /// The alignment with the fewest differences. `nil` if the output is too long.
  package var alignment: Alignment?
  /// The properties that the expected and the actual change treat differently.
  package var differences: [ChangeDifference] = []

  /// Which expected lines match which lines of actual output.
  package struct Alignment: Codable, Hashable, Sendable {
    /// The lines that match, in order.
    package var pairs: [Pair] = []
    /// The expected lines that match no line.
    package var missing: [Int] = []
    /// The line of actual output before which a missing line is shown, by the missing line. Without
    /// an entry it is shown below the previous pair.
    package var places: [Int: Int] = [:]
    /// The lines of actual output that expected output must contain and does not.
    package var extra: [Int] = []

    /// The number of differences.
    var count: Int { missing.count + extra.count }
  }
}
