import Foundation
import MachoScripting
import MachoSystem

/// The file of `--accept`: a line `FEATURE after STEP: KIND PATH` for each intended difference.
struct AcceptedDifferences {
  private let path: String
  private(set) var lines: [String]

  /// Reads a file. A missing one contains nothing.
  init(_ path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      lines = []
      return
    }
    let text = try FileError.converting("read", path) {
      try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    }
    lines = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    for line in lines where !line.contains(" after ") {
      throw ComparisonError("--accept: \(path) has a line that names no difference: \(line)")
    }
  }

  static func line(_ group: VersionComparison.Group, _ feature: String) -> String {
    "\(feature) \(group.difference.cause)"
  }

  func contains(_ group: VersionComparison.Group, _ feature: String) -> Bool {
    lines.contains(Self.line(group, feature))
  }

  /// Adds differences and writes the file.
  mutating func add(_ found: [(VersionComparison.Group, String)]) throws {
    for (group, feature) in found where !contains(group, feature) {
      lines.append(Self.line(group, feature))
    }
    let text =
      (["# Intended differences of macho compare"] + lines.sorted()).joined(separator: "\n") + "\n"
    try AtomicFile.write(Array(text.utf8), to: path)
  }
}
