import MachoReporting

/// Colors the text of a script for a terminal. A line's color depends on how the line starts.
package enum ScriptHighlighting {
  /// Returns the text with color codes.
  package static func colored(_ text: String, _ palette: Palette) -> String {
    guard palette.isColored else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { palette.text(String($0), role(of: $0)) }.joined(separator: "\n")
  }

  private static func role(of line: Substring) -> LineRole {
    if line.hasPrefix("receive ") { return .received }
    if line.hasPrefix("#") { return .unchanged }
    guard line.hasPrefix("| ") else { return .plain }
    let output = line.dropFirst(2)
    if output.hasPrefix("- ") { return .removed }
    if output.hasPrefix("+ ") { return .added }
    return output.drop { $0 == " " }.hasPrefix("^") ? .problem : .plain
  }
}
