import MachoScripting
import MachoSessions
import MachoValues

// The results of an evaluation as messages. Lines count from 1, columns count bytes.

extension ScriptEvaluation {
  /// The message about the finished evaluation.
  var report: JSONValue {
    [
      "type": "evaluated", "version": .integer(version),
      "errors": .array(errors.map(\.json) + typeErrors.map(\.json)),
      "failures": .array(failures.map(\.json)),
      "commands": .array(commands.map(\.json)),
    ]
  }

  /// Returns the value, type or signature at a position, as Markdown.
  func hover(line: Int, column: Int) -> JSONValue? {
    guard
      let command = commands.last(where: { $0.step.lines.contains(line) }),
      let context = command.context
    else { return nil }
    let step = command.step
    let offset = step.offset(line: line, column: column)
    let arguments = step.line.arguments
    guard offset >= arguments.offset else { return nil }
    let text = Array(step.text.utf8)
    if let name = variableName(at: offset, in: text), let value = command.variables[name] {
      return ["text": .string(Self.code("$\(name) = \(value)"))]
    }
    switch step.line.command?.argument {
    case .sentAction, .receivedAction:
      let name = word(at: offset, in: text)
      let action = context.syntax.actions(of: context.feature).first { $0.name == name }
      return action.map {
        ["text": .string(Self.code($0.signature) + ($0.summary.map { "\n\n\($0)" } ?? ""))]
      }
    case .path, .comparison, .property:
      return value(arguments.text, arguments.offset, offset, context)
    case .binding:
      guard let sign = arguments.firstSeparator(of: ["="]) else { return nil }
      let path = arguments.after(sign)
      return value(path.text, path.offset, offset, context)
    case .stub, .answer:
      let name = arguments.text.prefix { $0 != "(" && $0 != " " }
      return context.feature.endpoints.first { $0.name == name }.map {
        ["text": .string(Self.code($0.signature))]
      }
    case .feature: return ["text": .string(context.feature.summary)]
    default: return nil
    }
  }

  /// Returns the value at the components of a path up to the cursor.
  private func value(
    _ text: Substring, _ start: Int, _ cursor: Int, _ context: JournalContext
  ) -> JSONValue? {
    guard let (path, end) = try? ValuePath.prefix(of: text), cursor <= start + end else {
      return nil
    }
    let upTo =
      path.components.first { $0.range.upperBound + start > cursor }?.range.upperBound ?? end
    let prefix = String(decoding: Array(text.utf8).prefix(upTo), as: UTF8.self)
    guard
      let found = try? ValuePath(reading: prefix[...]).evaluate(
        in: context.root, computed: context.computed, syntax: context.syntax)
    else { return nil }
    return [
      "text": .string(
        Self.code("\(prefix): \(typeName(found.type)) = \(context.syntax.print(found))"))
    ]
  }

  private static func code(_ text: String) -> String {
    let short = text.utf8.count > 4_000 ? text.prefix(4_000) + "…" : text[...]
    return "```swift\n\(short)\n```"
  }

  private func word(at offset: Int, in text: [UInt8]) -> String {
    var (start, end) = (min(offset, text.count), min(offset, text.count))
    while start > 0, isNameByte(text[start - 1]) { start -= 1 }
    while end < text.count, isNameByte(text[end]) { end += 1 }
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  private func variableName(at offset: Int, in text: [UInt8]) -> String? {
    var start = min(offset, text.count)
    while start > 0, isNameByte(text[start - 1]) { start -= 1 }
    if start < text.count, text[start] == UInt8(ascii: "$") { start += 1 }
    guard start > 0, text[start - 1] == UInt8(ascii: "$") else { return nil }
    return word(at: start, in: text)
  }
}

// MARK: - Corrections

extension ScriptEvaluation {
  /// The edits that write all actual output that differs from expected output.
  var acceptedOutputs: JSONValue {
    .array(commands.compactMap { acceptedOutput(of: $0, .all)?.json })
  }

  /// Returns the corrections of the failures in some lines, and of output that is not compared.
  func codeActions(lines: ClosedRange<Int>) -> JSONValue {
    var actions: [JSONValue] = []
    for (index, failure) in failures.enumerated()
    where lines.contains(failure.line) || lines.contains(failure.insertionLine) {
      if failure.missingLines.isEmpty { continue }
      let missing = failure.missingLines.map(\.text)
      let edit = LineEdit(lines: failure.insertionLine..<failure.insertionLine, text: missing)
      actions.append(
        Self.action(
          "Insert " + missing.map { "'\($0)'" }.joined(separator: ", "), [edit], failure: index))
    }
    for (index, failure) in failures.enumerated() where lines.contains(failure.line) {
      actions += suggestions(for: failure, index)
    }
    for command in commands
    where lines.overlaps(
      command.step.lines.lowerBound...max(command.step.lines.lowerBound, command.lastLine - 1))
    {
      guard let edit = acceptedOutput(of: command, .all) else { continue }
      let failure = failures.firstIndex {
        $0.isMismatch && command.step.lines.contains($0.insertionLine)
      }
      actions.append(Self.action("Accept the actual output", [edit], failure: failure))
    }
    return .array(actions)
  }

  /// Returns a replacement for each candidate of a failure. If a name was probably changed in the
  /// feature, a further correction changes it in the whole script.
  private func suggestions(for failure: EvaluatedFailure, _ index: Int) -> [JSONValue] {
    guard let script, let columns = failure.columns, columns.upperBound < .max else { return [] }
    let line = script.source.lines[failure.line - 1].text
    let bytes = Array(line.utf8)
    guard columns.upperBound <= bytes.count else { return [] }
    let old = String(decoding: bytes[columns], as: UTF8.self)
    var actions = failure.candidates.map { candidate in
      var new = bytes
      let name =
        bytes[columns.upperBound...].first == UInt8(ascii: "(")
        ? String(candidate.prefix { $0 != "(" }) : candidate
      new.replaceSubrange(columns, with: Array(name.utf8))
      let edit = LineEdit(
        lines: failure.line..<failure.line + 1, text: [String(decoding: new, as: UTF8.self)])
      return Self.action("Replace '\(old)' by '\(name)'", [edit], failure: index)
    }
    let isUnknown = ["no-such-case", "no-such-property", "no-such-endpoint"].contains(failure.code)
    guard isUnknown, let candidate = failure.candidates.first else { return actions }
    let new = candidate.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let renaming = try? Renaming(parsing: "\(old)=\(new)") else { return actions }
    let migrated = ScriptMigration([renaming]).rewrite(script)
    guard migrated.changed.count > 1 else { return actions }
    let edits = migrated.changed.map {
      LineEdit(lines: $0..<$0 + 1, text: [migrated.source.lines[$0 - 1].text])
    }
    actions.append(
      Self.action(
        "Rename '\(old)' to '\(new)' in \(edits.count) lines", edits, failure: index))
    return actions
  }

  private static func action(_ title: String, _ edits: [LineEdit], failure: Int?) -> JSONValue {
    [
      "title": .string(title), "edits": .array(edits.map(\.json)),
      "failure": failure.map { .integer($0) } ?? .null,
    ]
  }
}

// MARK: - JSON

extension LineEdit {
  fileprivate var json: JSONValue {
    [
      "line": .integer(lines.lowerBound), "endLine": .integer(lines.upperBound),
      "text": .array(text.map { .string($0) }),
    ]
  }
}

extension ScriptParseError {
  /// The error as a message.
  fileprivate var json: JSONValue {
    [
      "code": .string(code.rawValue), "line": .integer(line),
      "column": .integer(columns.lowerBound), "endColumn": .integer(columns.upperBound),
      "message": .string(message), "candidates": .array(candidates.map { .string($0) }),
      "notes": .array(suggestion.map { [.string($0)] } ?? []),
    ]
  }
}

extension ScriptTypeError {
  /// The error as a message.
  fileprivate var json: JSONValue {
    let columns = diagnostic.range ?? 0..<source.utf8.count
    return [
      "code": .string(diagnostic.code.rawValue), "line": .integer(line),
      "column": .integer(columns.lowerBound), "endColumn": .integer(columns.upperBound),
      "message": .string(diagnostic.message),
      "candidates": .array(diagnostic.candidates.map { .string($0) }),
      "notes": .array(diagnostic.notes.map { .string($0) }),
    ]
  }
}

extension EvaluatedFailure {
  fileprivate var json: JSONValue {
    var json: [JSONValue.Member] = [
      .init("code", .string(code)), .init("message", .string(message)),
      .init("line", .integer(line)),
      .init("candidates", .array(candidates.map { .string($0) })),
      .init("notes", .array(notes.map { .string($0) })),
      .init("expected", .bool(isExpected)),
    ]
    if let columns {
      json.append(.init("column", .integer(columns.lowerBound)))
      json.append(.init("endColumn", .integer(min(columns.upperBound, 1 << 20))))
    }
    return .object(json)
  }
}

extension EvaluatedCommand {
  fileprivate var json: JSONValue {
    [
      "line": .integer(step.lines.lowerBound), "lastLine": .integer(lastLine - 1),
      "change": .optional(change),
      "origins": .array(
        origins.map {
          [
            "effect": .integer($0.effect), "file": .string($0.location.file),
            "line": .integer($0.location.line),
          ]
        }),
    ]
  }
}

extension Script.Step {
  /// Returns the offset in `text` of a line and column of the file.
  func offset(line: Int, column: Int) -> Int {
    let before = raw.prefix(line - lines.lowerBound).reduce(0) { $0 + $1.utf8.count + 1 }
    return max(0, before + column - self.column)
  }
}
