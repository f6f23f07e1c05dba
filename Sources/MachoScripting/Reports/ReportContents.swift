/// The results in a report that a program wrote: `jsonl` or JUnit.
package struct ReportContents {
  /// The result of a script.
  package struct Entry {
    package var script: ReportedScript
    /// The events of the script in the format `jsonl`: those of its session, then its own. Empty if
    /// the report has another format.
    package var lines: [String] = []
    /// The place in the report, as `FILE:LINE`.
    package var location: String
  }

  package let path: String
  package var entries: [Entry] = []
  /// The parts of a suite that the report covers.
  package var shards: [ReportShard] = []
  /// The end of each run in the report.
  package var ends: [ReportEnd] = []

  init(path: String) { self.path = path }

  /// Reads a report. Its first character tells its format.
  package init(_ bytes: [UInt8], path: String) throws(ReportDamage) {
    let first = bytes.first { !" \n\r\t".utf8.contains($0) }
    self =
      first == UInt8(ascii: "<")
      ? try JUnitReport.read(bytes, path: path)
      : try ReportContents(lines: ReportFile(bytes, path: path))
  }

  /// Reads the events of one or more runs. Each must be complete.
  private init(lines file: ReportFile) throws(ReportDamage) {
    path = file.path
    var start: (event: ReportStart, line: Int, entries: Int)?
    var timeline: [String] = []
    for line in file.lines {
      func damage(_ reason: String) -> ReportDamage {
        ReportDamage(path: path, line: line.number, reason: reason)
      }
      let name = ReportEventName(rawValue: line.event)
      guard (name == .start) == (start == nil) else {
        throw damage(
          start == nil
            ? "a report begins with a 'start' event, not '\(line.event)'"
            : "the run above has no 'end' event")
      }
      switch name {
      case .start:
        let event = try file.decode(ReportStart.self, line)
        guard event.version == ReportStart.currentVersion else {
          throw damage("version \(event.version) of the format is not supported")
        }
        if let shard = event.shard {
          guard shard.count >= 1, (1...shard.count).contains(shard.index) else {
            throw damage("invalid shard \(shard.index) of \(shard.count)")
          }
          shards.append(shard)
        }
        start = (event, line.number, entries.count)
      case .script:
        let script = try file.decode(ReportedScript.self, line)
        guard script.durationMs.isFinite, (0..<1e12).contains(script.durationMs) else {
          throw damage("invalid duration \(script.durationMs)")
        }
        entries.append(
          Entry(
            script: script, lines: timeline + [line.text], location: "\(path):\(line.number)"))
        timeline = []
      case .end:
        let event = try file.decode(ReportEnd.self, line)
        let count = entries.count - (start?.entries ?? 0)
        guard event.scripts == count else {
          throw damage("the run has \(event.scripts) scripts, but the report has \(count)")
        }
        ends.append(event)
        start = nil
      case nil: timeline.append(line.text)
      }
    }
    guard let start else { return }
    throw ReportDamage(
      path: path, line: start.line, reason: "this run has no 'end' event: the report is incomplete")
  }
}
