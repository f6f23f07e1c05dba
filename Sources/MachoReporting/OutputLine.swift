import MachoSessions
import MachoValues

/// One line of a command's output, with what a comparison with expected output needs to know.
package struct OutputLine: Codable, Hashable, Sendable {
  /// The text.
  package var text: String
  /// The ordinal of the diff that contains the line, among the diffs of the output. `nil` for a
  /// line that belongs to no diff.
  package var diff: Int?
  /// The UTF-8 ranges of source line numbers, each with its colon: `:31`.
  package var lineNumbers: [Range<Int>]

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - diff: The ordinal of the diff that contains the line. Default: none.
  ///   - locations: The source locations that may occur in the text. Default: none.
  package init(_ text: String, diff: Int? = nil, locations: [CodeLocation] = []) {
    self.text = text
    self.diff = diff
    lineNumbers = Self.lineNumbers(of: locations, in: text)
  }

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

extension OutputLine: ExpressibleByStringLiteral {
  /// Creates a line that belongs to no diff.
  package init(stringLiteral value: String) { self.init(value) }
}
