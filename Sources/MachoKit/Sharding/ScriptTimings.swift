import Foundation

/// The durations of scripts in earlier runs, from reports in the format `jsonl`.
struct ScriptTimings {
  /// Microseconds by name. A script that ran several times has the sum.
  private(set) var microseconds: [String: Int] = [:]

  /// An unreadable report.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct Event: Decodable {
    var event: String
    var path: String?
    var durationMs: Double?
  }

  /// Reads reports, for example of each shard.
  init(reports paths: [String]) throws {
    for path in paths {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw Failure(description: "cannot read the report \(path)")
      }
      try read(data, path: path)
    }
  }

  private mutating func read(_ data: Data, path: String) throws {
    let decoder = JSONDecoder()
    var isReport = false
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      guard let event = try? decoder.decode(Event.self, from: line) else {
        throw Failure(description: "\(path):\(index + 1): not a line of a jsonl report")
      }
      isReport = true
      guard event.event == "script", let script = event.path, let duration = event.durationMs
      else { continue }
      guard duration >= 0, duration < 1e12 else {
        throw Failure(description: "\(path):\(index + 1): invalid duration \(duration)")
      }
      microseconds[ShardSelection.name(of: script), default: 0] += Int(duration * 1000)
    }
    if !isReport { throw Failure(description: "\(path): empty report") }
  }
}
