import MachoDiff
import MachoSessions
import MachoValues

/// One line of a command's output, with what a comparison with expected output needs to know.
package struct OutputLine: Codable, Hashable, Sendable {
  /// The text.
  package var text: String
  /// The role, for coloring.
  package let role: LineRole
  /// What the line is in a change of a state. `nil` for a line that belongs to no change.
  package private(set) var change: ChangeLine?
  /// The ordinal of the change that contains the line, among the changes of the output.
  package private(set) var diff: Int?
  /// In the first line of a change, its form in scripts, if that is another one.
  private var scriptForm: Change.ScriptForm?
  /// The UTF-8 ranges of source line numbers, each with its colon: `:31`.
  package var lineNumbers: [Range<Int>]

  /// Creates a line that belongs to no change.
  ///
  /// - Parameter locations: The source locations that may occur in the text. Default: none.
  package init(_ text: String, _ role: LineRole = .plain, locations: [CodeLocation] = []) {
    self.text = text
    self.role = role
    lineNumbers = Self.lineNumbers(of: locations, in: text)
  }

  /// Returns the lines of a change.
  ///
  /// - Parameter diff: The ordinal of the change among the changes of the output.
  package static func lines(of change: Change, diff: Int) -> [OutputLine] {
    var lines = lines(change.text, change.lines, diff)
    if !lines.isEmpty { lines[0].scriptForm = change.scriptForm }
    return lines
  }

  private static func lines(_ text: String, _ lines: [ChangeLine], _ diff: Int) -> [OutputLine] {
    var result: [OutputLine] = []
    result.reserveCapacity(lines.count)
    lines.forEach(in: text) { text, change in
      var line = OutputLine(text, LineRole(change.mark))
      line.change = change
      line.diff = diff
      result.append(line)
    }
    return result
  }

  /// Returns the lines with each change in the form that it has in scripts.
  package static func inScriptForm(_ lines: [OutputLine]) -> [OutputLine] {
    guard lines.contains(where: { $0.scriptForm != nil }) else { return lines }
    var result: [OutputLine] = []
    var replaced: Int?
    for line in lines {
      if let form = line.scriptForm, let diff = line.diff {
        replaced = diff
        result += self.lines(form.text, form.lines, diff)
      } else if line.diff == nil || line.diff != replaced {
        result.append(line)
      }
    }
    return result
  }

  /// The text with the role.
  package var styled: StyledLine { StyledLine(text, role) }

  /// The text without source line numbers. Scripts contain this text.
  package var textWithoutLineNumbers: String {
    guard !lineNumbers.isEmpty else { return text }
    return fragments.joined()
  }

  /// The parts of the text before, between and after the source line numbers.
  package var fragments: [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var start = 0
    for range in lineNumbers {
      parts.append(String(decoding: bytes[start..<range.lowerBound], as: UTF8.self))
      start = range.upperBound
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }

  private static func lineNumbers(
    of locations: [CodeLocation], in text: String
  ) -> [Range<Int>] {
    guard !locations.isEmpty, text.utf8.contains(UInt8(ascii: ":")) else { return [] }
    let bytes = Array(text.utf8)
    var ranges: Set<Range<Int>> = []
    for location in Set(locations) {
      let (whole, file) = (Array(location.description.utf8), location.file.utf8.count)
      for start in bytes.indices where bytes[start...].starts(with: whole) {
        let end = start + whole.count
        // 'File.swift:3' also begins 'File.swift:31'.
        if end < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[end] { continue }
        ranges.insert(start + file..<end)
      }
    }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension LineRole {
  /// Creates the role of a line of a change.
  package init(_ mark: ChangeLine.Mark) {
    switch mark {
    case .removed: self = .removed
    case .added: self = .added
    case .unchanged: self = .unchanged
    }
  }
}

extension OutputLine: ExpressibleByStringLiteral {
  /// Creates a line that belongs to no diff.
  package init(stringLiteral value: String) { self.init(value) }
}
