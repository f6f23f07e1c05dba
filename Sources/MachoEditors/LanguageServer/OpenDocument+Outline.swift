import MachoValues

// The structure of a document: symbols, foldings and lenses.

extension OpenDocument {
  /// A part of the script with its lines.
  private struct Part {
    var name: String
    /// 3 namespace, 1 file, 13 variable.
    var kind: Int
    var line: Int
    var lastLine: Int
  }

  /// The phases and sections, each up to the line before the next.
  private var parts: [Part] {
    var parts: [Part] = []
    for token in tokens where token.kind == .heading {
      let isSection = token.role != nil
      let title = text(of: token).drop { $0 == "#" || $0 == " " || $0 == "\t" }
      if !parts.isEmpty { parts[parts.count - 1].lastLine = token.line - 1 }
      parts.append(
        Part(
          name: title.isEmpty ? "(no title)" : String(title), kind: isSection ? 1 : 3,
          line: token.line, lastLine: lines.count))
    }
    for index in parts.indices {
      while parts[index].lastLine > parts[index].line,
        lines.text(parts[index].lastLine).allSatisfy(\.isWhitespace)
      { parts[index].lastLine -= 1 }
    }
    return parts
  }

  /// The phases with their bindings, and the sections.
  var symbols: JSONValue {
    let variables = tokens.filter { token in
      if case .definesVariable = token.role { true } else { false }
    }
    func symbol(_ token: ScriptToken) -> JSONValue {
      let range = lines.range(line: token.line)
      return [
        "name": .string(text(of: token)), "kind": 13, "range": range.json,
        "selectionRange": self.range(of: token).json,
      ]
    }
    let parts = parts
    let first = parts.first?.line ?? .max
    return .array(
      variables.filter { $0.line < first }.map(symbol)
        + parts.map { part in
          let end = lines.position(
            line: part.lastLine, column: lines.text(part.lastLine).utf8.count)
          let inside = variables.filter { part.line <= $0.line && $0.line <= part.lastLine }
          return [
            "name": .string(part.name), "kind": .integer(part.kind),
            "range": TextRange(start: lines.position(line: part.line), end: end).json,
            "selectionRange": lines.range(line: part.line).json,
            "children": .array(inside.map(symbol)),
          ]
        })
  }

  /// The phases, sections, commands of several lines and expected outputs.
  var foldingRanges: JSONValue {
    var ranges = parts.map { ($0.line, $0.lastLine) }
    var number = 1
    while number <= lines.count {
      let line = lines.text(number)
      var end = number
      if line.hasPrefix("|") {
        while lines.text(end + 1).hasPrefix("|") { end += 1 }
        // Its command stays visible.
        if number > 1 { ranges.append((number - 1, end)) }
      } else if line.hasPrefix("-- ") {
        break
      } else if !line.hasPrefix("#"), !line.allSatisfy(\.isWhitespace) {
        end = max(number, endOfCommand(at: number) - 1)
        if end > number, !lines.text(end + 1).hasPrefix("|") { ranges.append((number, end)) }
      }
      number = end + 1
    }
    return .array(
      ranges.filter { $0.1 > $0.0 }.map {
        ["startLine": .integer($0.0 - 1), "endLine": .integer($0.1 - 1), "kind": "region"]
      })
  }

  /// `run`, `debug` and `update` above the first command.
  var codeLenses: JSONValue {
    guard let first = tokens.first(where: { $0.kind == .verb }) else { return [] }
    let range = lines.range(line: first.line).json
    func lens(_ title: String, _ command: String) -> JSONValue {
      [
        "range": range,
        "command": [
          "title": .string(title), "command": .string(command), "arguments": [.string(uri)],
        ],
      ]
    }
    return [
      lens("Run", DocumentCommand.run.rawValue), lens("Debug", "macho.debug"),
      lens("Update", DocumentCommand.update.rawValue),
    ]
  }

  /// The edit that formats the whole document. Empty if it is formatted or cannot be parsed.
  var formattingEdits: JSONValue {
    guard let formatted = ScriptFormatter.format(text.text), formatted != text.text else {
      return []
    }
    let range = TextRange(start: TextPosition(line: 0, character: 0), end: text.end)
    return [["range": range.json, "newText": .string(formatted)]]
  }
}
