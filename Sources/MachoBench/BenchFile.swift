import Foundation

/// The rows of one run as a JSON file that a later run is compared with.
struct BenchFile: Codable {
  var rows: [BenchRow] = []

  init() {}

  init(path: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
  }

  /// Returns the row with the same name and baseline.
  func row(like row: BenchRow) -> BenchRow? {
    rows.first { $0.name == row.name && $0.baseline == row.baseline }
  }
}
