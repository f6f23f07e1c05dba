import MachoSessions
import MachoValues

/// Applies renamings to a script: to the arguments of its commands, to its expected output and to the
/// rows of its cases.
///
/// Only whole names change. Strings, comments, phases, verbs, sections, and commands that must fail
/// because of an unknown name stay as they are.
package struct ScriptMigration: Sendable {
  /// The new names, by the old ones.
  package let names: [String: String]

  /// Creates a migration.
  package init(_ renamings: [Renaming]) {
    names = Dictionary(renamings.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
  }

  /// A rewritten script.
  package struct Result: Hashable, Sendable {
    /// The new lines of the file.
    package var source: SourceText
    /// The numbers of the changed lines, counted from 1.
    package var changed: [Int]

    /// The new text of the file.
    package var text: String { source.text }
  }

  /// Returns the script with the new names.
  package func rewrite(_ script: Script) -> Result {
    var source = script.source
    var changed: [Int] = []
    for row in script.rows {
      var scanner = NameScanner()
      replace(row.line, from: 1, &scanner, in: &source, &changed)
    }
    for step in script.steps where !expectsUnknownName(step) {
      var commandScanner = NameScanner()
      for number in step.lines {
        // Skip the verb: renaming a property called `state` must not change the verb `state`.
        let start =
          number == step.lines.lowerBound ? step.column + step.line.verbRange.upperBound : 0
        replace(number, from: start, &commandScanner, in: &source, &changed)
      }
      var outputScanner = NameScanner()
      let first = step.lines.upperBound
      for number in first..<first + (step.expectedOutput?.lines.count ?? 0) {
        replace(number, from: 1, &outputScanner, in: &source, &changed)
      }
    }
    return Result(source: source, changed: changed.sorted())
  }

  /// Returns a line with the new names. The verb stays.
  package func rewrite(line text: String) -> String {
    names.isEmpty ? text : rewrite(text, from: Line(text).verbRange.upperBound)
  }

  /// Returns a text, such as a value or a path, with the new names.
  package func rewrite(_ text: String, from start: Int = 0) -> String {
    guard !names.isEmpty else { return text }
    var scanner = NameScanner()
    return scanner.replacing(Array(text.utf8), from: start) { names[$0] }
  }

  private func expectsUnknownName(_ step: Script.Step) -> Bool {
    guard case .code(let code) = step.line.expectedFailure else { return false }
    return code.rawValue.hasPrefix("no-such-")
  }

  private func replace(
    _ number: Int, from start: Int, _ scanner: inout NameScanner, in source: inout SourceText,
    _ changed: inout [Int]
  ) {
    let text = source.lines[number - 1].text
    let new = scanner.replacing(Array(text.utf8), from: start) { names[$0] }
    guard new != text else { return }
    source.lines[number - 1].text = new
    changed.append(number)
  }
}

extension Script {
  /// The lines of the tables of cases.
  fileprivate var rows: [CaseTable.Row] {
    items.flatMap { item -> [CaseTable.Row] in
      guard case .phase(let phase) = item, let table = phase.table else { return [] }
      return (table.header.map { [$0] } ?? []) + table.rows
    }
  }
}

/// Finds names outside of strings, in the lines of a command or of its output.
struct NameScanner {
  /// The number of `#` before the open multi-line string. `nil` if none is open.
  private var openString: Int?

  /// Returns the line with each name replaced for which `replacement` returns a new name.
  mutating func replacing(
    _ bytes: [UInt8], from start: Int, _ replacement: (String) -> String?
  ) -> String {
    var result = Array(bytes[..<min(start, bytes.count)])
    var index = result.count
    while index < bytes.count {
      if let hashes = openString {
        let end = endOfString(bytes, from: index, quotes: 3, hashes)
        if end != nil { openString = nil }
        result += bytes[index..<(end ?? bytes.count)]
        index = end ?? bytes.count
      } else if let end = endOfName(bytes, at: index) {
        let name = String(decoding: bytes[index..<end], as: UTF8.self)
        result += replacement(name).map { Array($0.utf8) } ?? Array(bytes[index..<end])
        index = end
      } else if let end = endOfOpening(bytes, at: index) {
        result += bytes[index..<end]
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the end of the name that begins at an index, with its backticks, or `nil` if none begins
  /// there.
  private func endOfName(_ bytes: [UInt8], at index: Int) -> Int? {
    if bytes[index] == UInt8(ascii: "`") { return endOfBackticks(bytes, from: index) }
    guard isNameByte(bytes[index]) else { return nil }
    return bytes[index...].firstIndex { !isNameByte($0) } ?? bytes.count
  }

  /// Returns the end of the string that begins at an index, or `nil` if none begins there. A
  /// multi-line string stays open.
  private mutating func endOfOpening(_ bytes: [UInt8], at index: Int) -> Int? {
    let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = index + hashes
    guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") else { return nil }
    if bytes[quote...].starts(with: [UInt8](repeating: UInt8(ascii: "\""), count: 3)) {
      if let end = endOfString(bytes, from: quote + 3, quotes: 3, hashes) { return end }
      openString = hashes
      return bytes.count
    }
    return endOfString(bytes, from: quote + 1, quotes: 1, hashes) ?? bytes.count
  }

  private func endOfString(
    _ bytes: [UInt8], from start: Int, quotes: Int, _ hashes: Int
  ) -> Int? {
    let closing = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + hashMarks(hashes)
    let escape = [UInt8(ascii: "\\")] + hashMarks(hashes)
    var index = start
    while index < bytes.count {
      if bytes[index...].starts(with: escape) {
        index += escape.count + 1
      } else if bytes[index...].starts(with: closing) {
        return index + closing.count
      } else {
        index += 1
      }
    }
    return nil
  }

  private func hashMarks(_ count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: "#"), count: count)
  }
}
