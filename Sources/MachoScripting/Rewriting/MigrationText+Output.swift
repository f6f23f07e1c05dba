import MachoDiff
import MachoValues

extension MigrationText {
  /// Returns the old and the new values of the diffs in output, or its values if it has no diffs.
  ///
  /// - Parameter margin: The number of bytes before the output in a line: 2 in a script, for `| `.
  static func outputs(of lines: [ExpectedLine], margin: Int = 2) -> [MigrationText] {
    let forms = ExpectedOutline.forms(of: lines)
    let kinds = zip(lines, forms).map { line, form -> LineKind in
      switch line.kind {
      case .anyLines, .regex: return .matcher
      case .literal, .blank, .capture: return form?.isChange == true ? .change : .text
      }
    }
    let raw = Array(lines.map(\.raw).joined(separator: "\n").utf8)
    let hidden: [ChangeLine.Mark?] = kinds.contains(.change) ? [.added, .removed] : [nil]
    return hidden.map { mark in
      let visible = zip(lines, forms).map { visibleBytes($0, $1, hiding: mark, margin) }
      return MigrationText(
        .output, raw: raw, bytes: Array(visible.joined(separator: [0x0a])),
        parts: [TextPart(0..<raw.count, .values([]))], margin: margin, kinds: kinds)
    }
  }

  /// Returns the values in a line, with spaces instead of what is none. A capture becomes a name.
  private static func visibleBytes(
    _ line: ExpectedLine, _ form: ChangeLine?, hiding mark: ChangeLine.Mark?, _ margin: Int
  ) -> [UInt8] {
    var bytes = Array(line.raw.utf8)
    func blank(_ range: Range<Int>) {
      for index in range.clamped(to: bytes.indices) { bytes[index] = 0x20 }
    }
    var isCount = false
    if case .unchanged? = form?.role { isCount = true }
    if isCount || form != nil && form?.mark == mark { blank(bytes.indices) }
    let isChange = form?.isChange == true
    switch line.kind {
    case .blank, .anyLines, .regex: blank(bytes.indices)
    case .literal: blank(0..<margin + (isChange ? 1 : 0))
    case .capture:
      for range in captures(in: bytes) {
        for index in range { bytes[index] = UInt8(ascii: "x") }
      }
      // After `|= `.
      blank(0..<margin + (isChange ? 2 : 1))
    }
    return bytes
  }

  /// Returns the ranges of the captures in a `|=` line.
  private static func captures(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if let capture = try? CapturePattern.parseCapture(in: bytes, at: index) {
        ranges.append(index..<capture.end)
        index = capture.end
      } else {
        index += 1
      }
    }
    return ranges
  }
}
