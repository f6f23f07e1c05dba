import MachoReporting
import MachoValues

/// Lines of a script, each with its role.
package struct StyledScript: Sendable {
  /// The lines, each with its newline.
  package private(set) var text = ""
  /// The role of each line.
  package private(set) var roles: [LineRole] = []

  /// Creates a script without lines.
  package init() {}

  /// Creates a script of lines with these roles.
  package init(_ text: String, roles: [LineRole]) {
    self.text = text
    self.roles = roles
  }

  /// Creates a script of lines with the same role.
  init(_ text: String, _ role: LineRole) {
    let count = text.utf8.count { $0 == UInt8(ascii: "\n") }
    self.init(text, roles: Array(repeating: role, count: count))
  }

  /// Appends lines.
  package static func += (script: inout StyledScript, lines: StyledScript) {
    script.text += lines.text
    script.roles += lines.roles
  }

  /// Returns the text with the colors of the roles.
  package func colored(_ palette: Palette) -> String {
    guard palette.isColored else { return text }
    return ByteSearch.lines(of: text).enumerated().map { index, line in
      palette.text(line, index < roles.count ? roles[index] : .plain)
    }.joined(separator: "\n")
  }
}
