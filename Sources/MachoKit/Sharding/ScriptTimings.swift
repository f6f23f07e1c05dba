import MachoScripting

/// The durations of scripts in earlier runs, from reports in the format `jsonl`.
struct ScriptTimings {
  /// Microseconds by name. A script that ran several times has the sum.
  private(set) var microseconds: [String: Int] = [:]

  private struct Event: Decodable {
    var path: String
    var `case`: ScriptCase?
    var durationMs: Double
  }

  /// Reads reports, for example of each shard.
  init(reports paths: [String]) throws {
    for path in paths {
      let report = try ReportFile(
        try ScriptFiles.read(path, limit: ReportFile.sizeLimit), path: path)
      for line in report.lines where line.event == ReportEventName.script.rawValue {
        let event = try report.decode(Event.self, line)
        guard (0..<1e12).contains(event.durationMs) else {
          throw ReportDamage(
            path: path, line: line.number, reason: "invalid duration \(event.durationMs)")
        }
        let name = ScriptCase.name(
          of: event.case, in: ShardSelection.name(of: event.path))
        microseconds[name, default: 0] += Int(event.durationMs * 1000)
      }
    }
  }
}
