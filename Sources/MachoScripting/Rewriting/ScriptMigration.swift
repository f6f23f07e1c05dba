/// Follows renamings in a script: in the arguments of its commands and in the output that it
/// expects.
///
/// Only whole names change. What stands in a string stays, as do comments, phases, verbs, sections,
/// and commands that must fail because a name is unknown.
package struct ScriptMigration {
  private let names: [String: String]

  /// Makes a migration of some renamings.
  package init(_ renamings: [Renaming]) {
    names = Dictionary(renamings.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
  }

  /// A script that was rewritten.
  package struct Result: Hashable, Sendable {
    /// The new text of the file.
    package var text: String
    /// The lines that are others now, counted from 1.
    package var changed: [Int]
  }

  /// The script with the new names.
  package func rewrite(_ script: Script) -> Result {
    var source = script.source
    var changed: [Int] = []
    for step in script.steps where !expectsUnknownName(step) {
      var scan = NameScanner()
      for number in step.lines {
        // Whoever renames a state called `state` does not mean the verb.
        let start =
          number == step.lines.lowerBound ? step.column + step.line.verbRange.upperBound : 0
        replace(number, from: start, &scan, in: &source, &changed)
      }
      var output = NameScanner()
      let first = step.lines.upperBound
      for number in first..<first + (step.expectedOutput?.lines.count ?? 0) {
        replace(number, from: 1, &output, in: &source, &changed)
      }
    }
    return Result(text: source.text, changed: changed)
  }

  private func expectsUnknownName(_ step: Script.Step) -> Bool {
    guard case .code(let code) = step.line.expectedFailure else { return false }
    return code.rawValue.hasPrefix("no-such-")
  }

  private func replace(
    _ number: Int, from start: Int, _ scan: inout NameScanner, in source: inout SourceText,
    _ changed: inout [Int]
  ) {
    let text = source.lines[number - 1].text
    let new = scan.replacing(Array(text.utf8), from: start) { names[$0] }
    guard new != text else { return }
    source.lines[number - 1].text = new
    changed.append(number)
  }
}

/// Finds names outside of strings, over the lines of a command or of its output.
struct NameScanner {
  /// The number of `#` before the multi-line string that is open.
  private var openString: Int?

  /// The line with the names replaced that `replacement` knows.
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
      } else if isNameByte(bytes[index]) {
        let end = bytes[index...].firstIndex { !isNameByte($0) } ?? bytes.count
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

  /// Where a string that begins here ends in this line; nil if none begins. One of many lines stays
  /// open.
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
