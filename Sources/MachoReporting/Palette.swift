/// The colors of output, or none.
///
/// The choice is a value that is made once and passed on. A library such as Rainbow stores it in a
/// mutable global, and colors strings before their control characters are escaped.
package struct Palette: Sendable, Equatable {
  /// When output is colored.
  package enum Choice: String, CaseIterable, Sendable {
    /// At a terminal, unless the environment overrides it.
    case auto
    case always, never
  }

  /// Whether output is colored.
  package let isColored: Bool

  /// A palette without colors.
  package static let plain = Palette(isColored: false)

  /// Creates a palette.
  package init(isColored: Bool) { self.isColored = isColored }

  /// Creates a palette. Precedence: the choice, then NO_COLOR, CLICOLOR_FORCE and TERM, then
  /// whether the output is a terminal.
  package init(_ choice: Choice, isTerminal: Bool, environment: [String: String]) {
    switch choice {
    case .always: isColored = true
    case .never: isColored = false
    case .auto:
      let isForced = !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""])
      let isAble = !["", "dumb"].contains(environment["TERM", default: ""])
      let isRefused = !environment["NO_COLOR", default: ""].isEmpty
      isColored = !isRefused && (isForced || isTerminal && isAble)
    }
  }

  /// Returns a line with its color codes. Its control characters are escaped, so that strings of the
  /// state cannot control the terminal.
  package func text(_ line: StyledLine) -> String {
    text(OutputEscaping.encode(line.text), line.role)
  }

  /// Returns a line of escaped output with its color codes.
  ///
  /// Control characters that are not escaped yet are escaped. Escapes in the text stay as they are.
  package func text(_ text: String, _ role: LineRole) -> String {
    let text = OutputEscaping.escapingControls(in: text)
    guard isColored, !text.isEmpty, let code = Self.code(of: role) else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// Returns lines of escaped output with their color codes, as one text without a final newline.
  package func escapedText(of lines: [StyledLine]) -> String {
    lines.map(escapedText).joined(separator: "\n")
  }

  private func escapedText(of line: StyledLine) -> String {
    guard isColored, let emphasis = line.emphasis, let code = Self.code(of: line.role) else {
      return text(line.text, line.role)
    }
    let bytes = Array(line.text.utf8)
    func part(_ bytes: ArraySlice<UInt8>) -> String {
      OutputEscaping.escapingControls(in: String(decoding: bytes, as: UTF8.self))
    }
    // 7 swaps the colors of text and background; 27 ends that.
    return "\u{1B}[\(code)m" + part(bytes[..<emphasis.lowerBound]) + "\u{1B}[7m"
      + part(bytes[emphasis]) + "\u{1B}[27m" + part(bytes[emphasis.upperBound...]) + "\u{1B}[0m"
  }

  /// Returns the SGR (select graphic rendition) code of a role.
  private static func code(of role: LineRole) -> String? {
    switch role {
    case .plain: nil
    case .added, .success: "32"
    case .removed: "31"
    case .unchanged: "2"
    case .received: "36"
    case .notice: "33"
    case .problem, .failure: "1;31"
    case .heading: "1"
    }
  }
}
