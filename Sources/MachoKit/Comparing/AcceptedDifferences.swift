import Foundation
import MachoExploration
import MachoScripting
import MachoSystem

/// The file of `--accept`: a line `FEATURE CAUSE` for each intended difference. Lines that begin with `#` are comments.
struct AcceptedDifferences {
  private struct Line: Hashable {
    let feature: String
    let cause: DifferenceCause
  }

  private let path: String
  private var text: String
  private var lines: Set<Line> = []

  /// Reads a file. A missing one contains nothing.
  init(_ path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      text = "# Intended differences of macho compare\n"
      return
    }
    text = try FileError.converting("read", path) {
      try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let cause = DifferenceCause(words[1]) else {
        throw ComparisonError(
          "--accept: \(path):\(index + 1) is not a difference: \(line)\n"
            + "write 'FEATURE after STEP: KIND PATH', as --update does")
      }
      lines.insert(Line(feature: String(words[0]), cause: cause))
    }
  }

  func contains(_ difference: Difference, _ feature: String) -> Bool {
    lines.contains(Line(feature: feature, cause: difference.cause))
  }

  /// Adds differences at the end of the file.
  mutating func add(_ found: [(difference: Difference, feature: String)]) throws {
    for (difference, feature) in found
    where lines.insert(Line(feature: feature, cause: difference.cause)).inserted {
      if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
      text += "\(feature) \(difference.cause)\n"
    }
    try AtomicFile.write(Array(text.utf8), to: path)
  }
}
