/// What a line of output is, for whoever colours it.
public enum LineRole: Sendable {
  case plain, added, removed, unchanged, received, notice, problem, success, failure, heading
}

/// A line with what it is.
public struct StyledLine: Sendable, Equatable {
  /// The line itself.
  public var text: String
  /// What it is.
  public var role: LineRole

  /// A line with what it is.
  public init(_ text: String, _ role: LineRole = .plain) {
    self.text = text
    self.role = role
  }
}

/// The colours of output, or none.
///
/// It is a value that is decided once and handed on. A library as Rainbow keeps the decision in a
/// global that all threads write to, and colours strings before their control characters are
/// escaped.
public struct Palette: Sendable, Equatable {
  /// When output is coloured.
  public enum Choice: String, CaseIterable, Sendable {
    /// At a terminal, unless the environment says otherwise.
    case auto
    case always, never
  }

  /// Whether there are colours at all.
  public let isColored: Bool

  /// No colours.
  public static let plain = Palette(isColored: false)

  /// Colours, or none.
  public init(isColored: Bool) { self.isColored = isColored }

  /// Decides: what was chosen counts, then NO_COLOR, CLICOLOR_FORCE and TERM, then whether a person
  /// sees it.
  public init(_ choice: Choice, isTerminal: Bool, environment: [String: String]) {
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

  /// A text as it is to be written; its own control characters have been escaped before.
  public func text(_ text: String, _ role: LineRole) -> String {
    guard isColored, !text.isEmpty, let code = Self.code(of: role) else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// What the standard calls it: select graphic rendition.
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
