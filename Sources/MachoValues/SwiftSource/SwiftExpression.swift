/// A Swift source expression before line breaking.
public indirect enum SwiftExpression: Equatable, Sendable {
  /// Text that stays on one line.
  case text(String)
  /// Elements between an opening and a closing text: `Contact(`, `id: UUID(1)`, `)`.
  case list(String, [SwiftExpression], String)
  /// An expression after a prefix: `id: `, `try `.
  case prefixed(String, SwiftExpression)
  /// Statements between an opening and a closing text: `{ () -> State in`, `return state`, `}()`.
  case block(String, [SwiftExpression], String)
  /// An expression followed by text: `.milliseconds(300)`.
  case suffixed(SwiftExpression, String)

  /// The expression on one line.
  package var line: String {
    switch self {
    case .text(let text): text
    case .list(let open, let elements, let close):
      open + elements.map(\.line).joined(separator: ", ") + close
    case .block(let open, let statements, let close):
      open + " " + statements.map(\.line).joined(separator: "; ") + " " + close
    case .prefixed(let text, let expression): text + expression.line
    case .suffixed(let expression, let text): expression.line + text
    }
  }

  /// What the expression names or calls: `Row` for `Row(id: 1)`, `.some` for `.some(1)`.
  var head: String {
    switch self {
    // A user's conformance can have written this source.
    case .text(let source): Self.head(of: source)
    case .list(let open, _, _), .block(let open, _, _): Self.head(of: open)
    case .prefixed(let text, let expression): text + expression.head
    case .suffixed(let expression, _): expression.head
    }
  }

  private static func head(of source: String) -> String { String(source.prefix { $0 != "(" }) }

  /// The expression's lines, each at most `width` characters if its elements allow it.
  package func lines(width: Int) -> [String] {
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
    case .list(let open, let elements, let close):
      guard !elements.isEmpty else { return [open + close] }
      let inner = elements.enumerated().flatMap { index, element in
        var lines = element.lines(width: max(20, width - 3))
        if index < elements.count - 1 { lines[lines.count - 1] += "," }
        return lines.map { "  " + $0 }
      }
      return [open] + inner + [close]
    case .block(let open, let statements, let close):
      return [open] + statements.flatMap { $0.lines(width: max(20, width - 2)) }.map { "  " + $0 }
        + [close]
    }
  }
}
