/// The role of a line of output, for coloring. The wire protocol sends the raw values.
package enum LineRole: String, Codable, Sendable {
  case plain, added, removed, unchanged, received, notice, problem, success, failure, heading
}

/// A line of output with its role.
package struct StyledLine: Codable, Hashable, Sendable {
  /// The text of the line.
  package var text: String
  /// The role.
  package var role: LineRole

  /// Creates a line.
  package init(_ text: String, _ role: LineRole = .plain) {
    self.text = text
    self.role = role
  }
}

extension StyledLine {
  /// Returns the lines of a text without roles.
  package static func plain(_ texts: [String]) -> [StyledLine] { texts.map { StyledLine($0) } }

  /// Returns the line with a text before it.
  package func prefixed(by prefix: String) -> StyledLine { StyledLine(prefix + text, role) }

  /// Returns the line with an indentation of two spaces. An empty line stays empty.
  package var indented: StyledLine { text.isEmpty ? self : prefixed(by: "  ") }
}
