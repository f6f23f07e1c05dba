import MachoReporting

/// A reporter that writes one JSON object per line. The member `event` is its kind.
package struct JSONLinesReporter: Reporter {
  /// Whether the events of each script's session precede the script's own event.
  private let includesTimeline: Bool
  private let shard: ReportShard?

  /// Creates a reporter. With a timeline, failures also contain what they compare as data.
  package init(includesTimeline: Bool = false, shard: ReportShard? = nil) {
    self.includesTimeline = includesTimeline
    self.shard = shard
  }

  package func start(scripts paths: [String]) -> [StyledLine] {
    [StyledLine(jsonLine(of: ReportStart(scripts: paths.count, shard: shard)))]
  }

  package func report(_ result: ScriptResult) -> [StyledLine] {
    let script = ReportedScript(result, includesTimeline: includesTimeline)
    return (includesTimeline ? StyledLine.plain(result.timeline) : [])
      + [StyledLine(jsonLine(of: script))]
  }

  package func finish(_ summary: RunSummary) -> [StyledLine] {
    [StyledLine(jsonLine(of: summary.end))]
  }
}
