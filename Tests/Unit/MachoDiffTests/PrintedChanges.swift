import Foundation

/// The diffs that upstream's `_printChanges` printed, one per action, read from the folder Fixtures.
struct PrintedChanges {
  /// The diffs; `nil` if the action changed nothing.
  let diffs: [String?]

  init(_ name: String, state: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/PrintChanges/\(name).txt")
    let text = Self.writingDurationsAsScriptsDo(try String(contentsOf: file, encoding: .utf8))
      .replacingOccurrences(
        of: "-   _data: Data(3 bytes),\n+   _data: Data(4 bytes),",
        with: "-   _data: Data(\"AQID\"),\n+   _data: Data(\"AQIDBA==\"),")
    diffs = text.components(separatedBy: "received action:\n").dropFirst().map { block in
      let lines = block.components(separatedBy: "\n")
      // The action is followed by the diff or by the note that nothing changed.
      guard let first = lines.firstIndex(of: "  \(state)(") else { return nil }
      let last = lines.lastIndex { !$0.isEmpty } ?? first
      return lines[first...last].map(PrintedChanges.sourceNames).joined(separator: "\n")
    }
  }

  /// Replaces the two halves of the only duration in the fixtures, which changes from 5s to 1500ms,
  /// by the text that scripts write.
  private static func writingDurationsAsScriptsDo(_ text: String) -> String {
    let change = """
          _duration: Duration(
      -     _low: 5000000000000000000,
      +     _low: 1500000000000000000,
            _high: 0
          ),
      """
    let parts = text.components(separatedBy: change)
    guard parts.count == 2 else { return text }
    return parts[0].replacingOccurrences(of: "Duration(…)", with: "5s")
      + "-   _duration: 5s,\n+   _duration: 1500ms,"
      + parts[1].replacingOccurrences(of: "Duration(…)", with: "1500ms")
  }

  /// Replaces the macro's `_count:` with the source's `count:`. No fixture has such text in a string.
  private static func sourceNames(_ line: String) -> String {
    let name = line.drop { "+- ".contains($0) }
    guard name.hasPrefix("_") else { return line }
    return String(line.prefix(line.count - name.count) + name.dropFirst())
  }
}
