import CustomDump

/// The text of an alert or a dialog, as a value. It can be compared, printed and styled.
///
/// ```swift
/// TextState("Delete ") + TextState(name).bold() + TextState("?")
/// ```
public struct TextState: Equatable, Hashable, Sendable {
  package private(set) var runs: [Run]

  /// A part of the text in one style.
  package struct Run: Equatable, Hashable, Sendable {
    let text: String
    var styles: [Style] = []
  }

  /// The style of a run of text.
  enum Style: String, Sendable {
    case bold = "**"
    case italic = "_"
    case strikethrough = "~~"
    case underline = "u"
    case monospaced = "code"
  }

  /// Creates a text.
  public init(_ content: some StringProtocol) {
    runs = [Run(text: String(content))]
  }

  /// Creates a text that is not localized.
  public init(verbatim content: String) {
    runs = [Run(text: content)]
  }

  /// Creates a text from its runs.
  package init(runs: [Run]) {
    self.runs = runs
  }

  /// The text if it is one run without styles, else `nil`.
  package var unstyledText: String? {
    runs.count == 1 && runs[0].styles.isEmpty ? runs[0].text : nil
  }

  /// Concatenates two texts. Each keeps its style.
  public static func + (lhs: Self, rhs: Self) -> Self {
    var sum = lhs
    sum.runs += rhs.runs
    return sum
  }

  /// The text in bold.
  public func bold(_ isActive: Bool = true) -> Self { styled(.bold, isActive) }

  /// The text in italics.
  public func italic(_ isActive: Bool = true) -> Self { styled(.italic, isActive) }

  /// The text struck through.
  public func strikethrough(_ isActive: Bool = true) -> Self { styled(.strikethrough, isActive) }

  /// The text underlined.
  public func underline(_ isActive: Bool = true) -> Self { styled(.underline, isActive) }

  /// The text in a monospaced font.
  public func monospaced(_ isActive: Bool = true) -> Self { styled(.monospaced, isActive) }

  private func styled(_ style: Style, _ isActive: Bool) -> Self {
    guard isActive else { return self }
    var copy = self
    for index in copy.runs.indices where !copy.runs[index].styles.contains(style) {
      copy.runs[index].styles.append(style)
    }
    return copy
  }

  fileprivate var plain: String { runs.map(\.text).joined() }

  fileprivate var markup: String {
    runs.map { run in
      run.styles.reduce(run.text) { text, style in
        switch style {
        case .bold, .italic, .strikethrough: style.rawValue + text + style.rawValue
        case .underline, .monospaced: "<\(style.rawValue)>\(text)</\(style.rawValue)>"
        }
      }
    }
    .joined()
  }
}

extension TextState: CustomDumpRepresentable {
  /// The text with markup for its styles.
  public var customDumpValue: Any { markup }
}

extension String {
  /// The text without its styles.
  public init(state: TextState) {
    self = state.plain
  }
}
