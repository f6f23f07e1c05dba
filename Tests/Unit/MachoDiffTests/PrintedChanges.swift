import Foundation

/// The diffs that a real `_printChanges` printed, one for each action, from the folder Fixtures.
struct PrintedChanges {
  /// Nil where the action changed nothing.
  let diffs: [String?]

  init(_ name: String, state: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/PrintChanges/\(name).txt")
    let text = try String(contentsOf: file, encoding: .utf8)
    diffs = text.components(separatedBy: "received action:\n").dropFirst().map { block in
      let lines = block.components(separatedBy: "\n")
      // After the action comes either the state or the remark that nothing changed.
      guard let first = lines.firstIndex(of: "  \(state)(") else { return nil }
      let last = lines.lastIndex { !$0.isEmpty } ?? first
      return lines[first...last].map(PrintedChanges.sourceNames).joined(separator: "\n")
    }
  }

  /// The macro's `_count:` as the source's `count:`; no fixture has such text inside a string.
  private static func sourceNames(_ line: String) -> String {
    let name = line.drop { "+- ".contains($0) }
    guard name.hasPrefix("_") else { return line }
    return String(line.prefix(line.count - name.count) + name.dropFirst())
  }
}
