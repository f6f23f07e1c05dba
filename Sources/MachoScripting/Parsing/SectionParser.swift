/// Parses the sections at the end of a script, line by line.
struct SectionParser {
  private(set) var sections: [Section] = []
  private var lines: [String: Int] = [:]

  /// Whether a header was read. No commands follow it.
  var hasBegun: Bool { !sections.isEmpty }

  mutating func consume(_ line: String, number: Int, errors: inout ErrorList) {
    guard Section.looksLikeHeader(line) else {
      sections[sections.count - 1].contents += Section.unescape(line)
      sections[sections.count - 1].contents += "\n"
      return
    }
    let columns = 0..<line.utf8.count
    guard let name = Section.name(in: line) else {
      errors.append(
        ScriptParseError(
          .badSection, line: number, columns: columns,
          "invalid section header: expected '-- name --'",
          suggestion: "inside a section, write \\-- for a line that begins with '-- '",
          source: line))
      return
    }
    if let first = lines[name] {
      errors.append(
        ScriptParseError(
          .duplicateSection, line: number, columns: columns,
          "duplicate section '\(name)': already defined at line \(first)",
          suggestion: "rename one of them", source: line))
    }
    lines[name] = lines[name] ?? number
    sections.append(Section(name: name, contents: "", line: number))
  }
}
