/// An expression of Swift's source, not laid out yet.
public indirect enum SwiftExpression: Equatable, Sendable {
  /// What stands on one line.
  case text(String)
  /// Parts between an opening and a closing text: `Contact(`, `id: UUID(1)`, `)`.
  case list(String, [SwiftExpression], String)
  /// An expression behind a text that belongs to it: `id: `, `try `.
  case prefixed(String, SwiftExpression)
  /// An expression with a text right behind it: `.milliseconds(300)`.
  case suffixed(SwiftExpression, String)

  /// The expression on one line.
  public var line: String {
    switch self {
    case .text(let text): text
    case .list(let open, let parts, let close):
      open + parts.map(\.line).joined(separator: ", ") + close
    case .prefixed(let text, let expression): text + expression.line
    case .suffixed(let expression, let text): expression.line + text
    }
  }

  /// The lines of the expression, each at most `width` long where its parts let it.
  public func lines(width: Int) -> [String] {
    let line = line
    if line.count <= width, !line.contains("\n") { return [line] }
    switch self {
    case .text(let text): return [text]
    case .prefixed(let text, let expression):
      var lines = expression.lines(width: max(20, width - text.count))
      lines[0] = text + lines[0]
      return lines
    case .suffixed(let expression, let text):
      var lines = expression.lines(width: width)
      lines[lines.count - 1] += text
      return lines
    case .list(let open, let parts, let close):
      guard !parts.isEmpty else { return [open + close] }
      let inner = parts.enumerated().flatMap { index, part in
        var lines = part.lines(width: max(20, width - 3))
        if index < parts.count - 1 { lines[lines.count - 1] += "," }
        return lines.map { "  " + $0 }
      }
      return [open] + inner + [close]
    }
  }
}
