import MachoReporting

/// A report for people with the colours of what its lines say.
package struct ColoredReporter: Reporter {
  private var base: any Reporter
  private let palette: Palette

  /// Colours another report.
  package init(_ report: any Reporter, _ palette: Palette) {
    self.base = report
    self.palette = palette
  }

  package mutating func start(_ paths: [String]) -> [String] { base.start(paths).map(colored) }

  package mutating func report(_ result: ScriptResult) -> [String] {
    base.report(result).map(colored)
  }

  package mutating func finish(_ end: RunSummary) -> [String] {
    base.finish(end).map(colored)
  }

  private func colored(_ line: String) -> String { palette.text(line, ReportLine.role(of: line)) }
}

/// What a line of a report for people is, by its beginning.
package enum ReportLine {
  private static let words: [(word: Substring, role: LineRole)] = [
    ("PASS", .success), ("FAIL", .failure), ("CRASH", .failure), ("TIMEOUT", .failure),
    ("DAMAGED", .failure), ("PENDING", .notice), ("STALE", .notice), ("UPDATED", .notice),
    ("SKIP", .unchanged), ("XFAIL", .unchanged),
  ]

  /// The role of one line, whatever its indentation.
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

/// What a line of a transcript is, by its beginning.
package enum TranscriptLine {
  /// The role of one line of a script.
  package static func role(of line: Substring) -> LineRole {
    if line.hasPrefix("receive ") { return .received }
    if line.hasPrefix("#") { return .unchanged }
    guard line.hasPrefix("| ") else { return .plain }
    let output = line.dropFirst(2)
    if output.hasPrefix("- ") { return .removed }
    if output.hasPrefix("+ ") { return .added }
    return output.drop { $0 == " " }.hasPrefix("^") ? .problem : .plain
  }

  /// Lines of a script with their colours.
  package static func colored(_ text: String, _ palette: Palette) -> String {
    guard palette.isColored else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { palette.text(String($0), role(of: $0)) }.joined(separator: "\n")
  }
}
