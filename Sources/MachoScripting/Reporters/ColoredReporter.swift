import MachoReporting

/// Adds colors to the lines of another reporter.
package struct ColoredReporter: Reporter {
  private var base: any Reporter
  private let palette: Palette

  /// Creates a reporter that colors the lines of `base`.
  package init(_ base: any Reporter, _ palette: Palette) {
    self.base = base
    self.palette = palette
  }

  package mutating func start(scripts paths: [String]) -> [String] {
    base.start(scripts: paths).map(colored)
  }

  package mutating func report(_ result: ScriptResult) -> [String] {
    base.report(result).map(colored)
  }

  package mutating func finish(_ summary: RunSummary) -> [String] {
    base.finish(summary).map(colored)
  }

  private func colored(_ line: String) -> String { palette.text(line, ReportLine.role(of: line)) }
}

/// Classifies lines of readable reports by their beginning.
package enum ReportLine {
  private static let words: [(word: Substring, role: LineRole)] = [
    ("PASS", .success), ("FAIL", .failure), ("CRASH", .failure), ("TIMEOUT", .failure),
    ("DAMAGED", .failure), ("PENDING", .notice), ("STALE", .notice), ("UPDATED", .notice),
    ("SKIP", .unchanged), ("XFAIL", .unchanged),
  ]

  /// Returns the role of a line. Ignores indentation.
  package static func role(of line: String) -> LineRole {
    let text = line.drop { $0 == " " }
    let word = text.prefix { $0.isLetter }
    if text.count == line.count || word.count > 3,
      let known = words.first(where: { $0.word == word }),
      text.dropFirst(word.count).first.map({ " :".contains($0) }) ?? true
    {
      return known.role
    }
    let content = text.hasPrefix("> ") ? text.dropFirst(2) : text
    if content.hasPrefix("E|") || content.hasPrefix("E (") { return .removed }
    if content.hasPrefix("A|") || content.hasPrefix("A (") { return .added }
    return text.hasPrefix("^") ? .problem : .plain
  }
}

/// Classifies lines of transcripts by their beginning.
package enum TranscriptLine {
  /// Returns the role of a line.
  package static func role(of line: Substring) -> LineRole {
    if line.hasPrefix("receive ") { return .received }
    if line.hasPrefix("#") { return .unchanged }
    guard line.hasPrefix("| ") else { return .plain }
    let output = line.dropFirst(2)
    if output.hasPrefix("- ") { return .removed }
    if output.hasPrefix("+ ") { return .added }
    return output.drop { $0 == " " }.hasPrefix("^") ? .problem : .plain
  }

  /// Returns lines of a script with colors.
  package static func colored(_ text: String, _ palette: Palette) -> String {
    guard palette.isColored else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { palette.text(String($0), role(of: $0)) }.joined(separator: "\n")
  }
}
