import MachoScripting
import MachoSessions
import MachoValues

/// The command that contains the cursor, up to the cursor.
struct TypedCommand {
  /// Its first line in the script, counted from 1.
  let firstLine: Int
  /// The lines of the command up to that of the cursor.
  private let lines: [String]
  /// The cursor as an offset in the lines joined by `\n`.
  private let cursor: Int

  /// Finds the command. Returns `nil` in comments, expected output, rows of cases and sections.
  init?(in lines: [String], line: Int, column: Int) {
    guard lines.indices.contains(line - 1) else { return nil }
    var first = 1
    var reader = LogicalLineReader()
    for number in 1..<line {
      let text = lines[number - 1]
      if first == number, text.hasPrefix("-- ") { return nil }
      let isBlank = text.allSatisfy(\.isWhitespace)
      guard !(first == number && isBlank), !reader.consume(text) else {
        (first, reader) = (number + 1, LogicalLineReader())
        continue
      }
    }
    let text = lines[line - 1]
    if first == line, LogicalLine.isNotCommand(text) { return nil }
    firstLine = first
    self.lines = Array(lines[(first - 1)..<line])
    cursor =
      self.lines.dropLast().reduce(0) { $0 + $1.utf8.count + 1 } + min(column, text.utf8.count)
  }

  private var text: String { lines.joined(separator: "\n") }

  /// Returns the completions, each with the range that it replaces.
  func completions(in session: Session) -> JSONValue {
    .array(
      session.completions(of: text, at: cursor).map { found in
        let start = location(of: found.replacing.lowerBound)
        let end = location(of: found.replacing.upperBound)
        return [
          "text": .string(found.text), "title": .string(found.title),
          "detail": .string(found.detail),
          "line": .integer(start.line), "column": .integer(start.column),
          "endLine": .integer(end.line), "endColumn": .integer(end.column),
        ]
      })
  }

  /// Returns the signature of the action or verb, the hint at the cursor, and the number of the
  /// argument that contains the cursor.
  func signature(in session: Session) -> JSONValue {
    let typed = String(decoding: Array(text.utf8).prefix(cursor), as: UTF8.self)
    guard let line = try? Line(parsing: typed), let command = line.command else { return .null }
    let hint = session.hint(of: text, at: cursor)
    var label = command.usageLines.joined(separator: " | ")
    var parameters: [String] = []
    if let feature = session.feature,
      let action = action(named: line.arguments.text, of: command, feature)
    {
      label = command.verb + " " + action.signature
      parameters = action.arguments.map { ($0.label.map { "\($0): " } ?? "") + $0.type }
    }
    return [
      "label": .string(label), "hint": .optional(hint), "summary": .string(command.summary),
      "parameters": .array(parameters.map { .string($0) }),
      "active": .integer(line.arguments.text.numberOfOpenArgument),
    ]
  }

  private func action(
    named text: Substring, of command: Command, _ feature: any DrivenFeature
  ) -> CaseDescription? {
    guard command.argument == .sentAction || command.argument == .receivedAction else { return nil }
    let name = text.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return feature.syntax.actions(of: feature).first { $0.name == name }
  }

  private func location(of offset: Int) -> (line: Int, column: Int) {
    var (line, rest) = (0, offset)
    while line < lines.count - 1, rest > lines[line].utf8.count {
      rest -= lines[line].utf8.count + 1
      line += 1
    }
    return (firstLine + line, rest)
  }
}

extension Substring {
  /// The number of the argument at the end of a call that is not closed, counted from 0.
  fileprivate var numberOfOpenArgument: Int {
    var counts: [Int] = []
    for character in self {
      switch character {
      case "(", "[", "{": counts.append(0)
      case ")", "]", "}": _ = counts.popLast()
      case ",": if let last = counts.indices.last { counts[last] += 1 }
      default: break
      }
    }
    return counts.first ?? 0
  }
}
