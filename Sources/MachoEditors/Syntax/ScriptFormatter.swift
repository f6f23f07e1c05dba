import MachoScripting
import MachoSessions

/// Formats a script: blanks around commands, and empty lines between them.
///
/// Values, comments, expected output and sections stay as they are. Formatting a formatted script
/// changes nothing.
enum ScriptFormatter {
  /// Returns the formatted text. Returns `nil` if the script cannot be parsed.
  static func format(_ text: String) -> String? {
    guard let script = try? ScriptParser.parse(text) else { return nil }
    let newline = text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    let lines = formattedLines(of: script)
    guard !lines.isEmpty else { return "" }
    let result = lines.joined(separator: newline) + newline
    guard let formatted = try? ScriptParser.parse(result), meansTheSame(formatted, script) else {
      return nil
    }
    return result
  }

  private static func formattedLines(of script: Script) -> [String] {
    let source = script.source.lines.map(\.text)
    let end = script.sections.first.map { $0.line - 1 } ?? source.count
    let steps = Dictionary(script.steps.map { ($0.lines.lowerBound, $0) }) { first, _ in first }
    let phases = Set(script.phases(before: .max).map(\.line))
    var lines: [String] = []
    var number = 1
    func separate() { if let last = lines.last, !last.isEmpty { lines.append("") } }
    while number <= end {
      let line = source[number - 1]
      if let step = steps[number] {
        lines += format(step)
        number = step.lines.upperBound
        continue
      }
      number += 1
      switch line.utf8.first {
      case UInt8(ascii: "|"): lines.append(line)
      // Rows may be aligned.
      case UInt8(ascii: "-"): lines.append(trimmingEnd(line))
      case UInt8(ascii: "#"):
        let text = trimmingEnd(line)
        // A phase begins after an empty line, except below its own comments.
        if phases.contains(number - 1), lines.last?.hasPrefix("#") != true { separate() }
        lines.append(text)
      default: separate()
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard let first = script.sections.first else { return lines }
    separate()
    lines += source[(first.line - 1)...]
    return lines
  }

  private static func format(_ step: Script.Step) -> [String] {
    let isOneLine = step.raw.count == 1
    // A space before such a line makes it a command.
    guard !LogicalLine.isNotCommand(step.text) else { return step.raw }
    var parts = step.line.conditions.map { condition in
      String(
        Substring(
          step.text.utf8.prefix(condition.range.upperBound).dropFirst(condition.range.lowerBound)))
    }
    switch step.line.expectedFailure {
    case .any: parts.append("!")
    case .code(let code): parts.append("! [\(code.rawValue)]")
    case nil: break
    }
    parts.append(step.line.verb)
    guard isOneLine else {
      let rest = step.raw[0].utf8.dropFirst(step.column + step.line.verbRange.upperBound)
      let arguments = String(Substring(rest.drop { $0 == 0x20 || $0 == 0x09 }))
      return [(parts + (arguments.isEmpty ? [] : [arguments])).joined(separator: " ")]
        + step.raw.dropFirst()
    }
    let arguments = String(step.line.arguments.text)
    return [(parts + (arguments.isEmpty ? [] : [arguments])).joined(separator: " ")]
  }

  private static func trimmingEnd(_ line: String) -> String {
    var bytes = line.utf8[...]
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(Substring(bytes))
  }

  /// Whether two scripts have the same commands, expected output, cases and sections.
  private static func meansTheSame(_ one: Script, _ other: Script) -> Bool {
    guard one.items.count == other.items.count, one.steps.count == other.steps.count,
      one.sections.map(\.name) == other.sections.map(\.name), one.files == other.files,
      one.spec?.cases.map(\.name) == other.spec?.cases.map(\.name)
    else { return false }
    return zip(one.steps, other.steps).allSatisfy { one, other in
      one.line.verb == other.line.verb && one.line.arguments.text == other.line.arguments.text
        && one.line.expectedFailure == other.line.expectedFailure
        && one.line.conditions.map(\.name) == other.line.conditions.map(\.name)
        && one.line.conditions.map(\.argument) == other.line.conditions.map(\.argument)
        && one.expectedOutput?.lines == other.expectedOutput?.lines
    }
  }
}
