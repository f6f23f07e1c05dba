import MachoInspector
import MachoReporting
import MachoValues

/// A reporter that writes a page for a browser: the lines of `JSONLinesReporter` with timelines,
/// inside of the inspector's page.
package struct HTMLReporter: Reporter {
  private let title: String
  private let redactor: Redactor?
  private let lines = JSONLinesReporter(includesTimeline: true)
  private let reloadInterval: Int?

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - redactor: Redacts all data. Default: none.
  ///   - reloadInterval: After how many seconds the page reloads itself. Default: never.
  package init(title: String, redactor: Redactor? = nil, reloadInterval: Int? = nil) {
    self.title = title
    self.redactor = redactor
    self.reloadInterval = reloadInterval
  }

  package func start(scripts paths: [String]) -> [StyledLine] {
    [opening] + data(lines.start(scripts: paths))
  }

  package func report(_ result: ScriptResult) -> [StyledLine] { data(lines.report(result)) }

  package func finish(_ summary: RunSummary) -> [StyledLine] {
    data(lines.finish(summary)) + closing
  }

  /// Returns a page with the lines of other reports in the format `jsonl`.
  package func document(of lines: [String]) -> [StyledLine] {
    [opening] + data(StyledLine.plain(lines)) + closing
  }

  private var opening: StyledLine {
    StyledLine(
      InspectorPage.opening(
        title: title, reloadInterval: reloadInterval, driver: DriverName.command))
  }

  /// The end of the page, below all data.
  private var closing: [StyledLine] { [StyledLine(InspectorPage.closing)] }

  private func data(_ lines: [StyledLine]) -> [StyledLine] {
    lines.map { StyledLine(InspectorPage.escaped(redactor?.redact(json: $0.text) ?? $0.text)) }
  }
}

/// A reporter that writes the same data as the page, one JSON object a line.
package struct TimelineReporter: Reporter {
  private let redactor: Redactor?
  private let lines: JSONLinesReporter

  /// Creates a reporter. Default: no redactor.
  package init(redactor: Redactor? = nil, shard: ReportShard? = nil) {
    self.redactor = redactor
    lines = JSONLinesReporter(includesTimeline: true, shard: shard)
  }

  package func start(scripts paths: [String]) -> [StyledLine] { lines.start(scripts: paths) }

  package func report(_ result: ScriptResult) -> [StyledLine] {
    lines.report(result).map { StyledLine(redactor?.redact(json: $0.text) ?? $0.text) }
  }

  package func finish(_ summary: RunSummary) -> [StyledLine] { lines.finish(summary) }
}

extension Redactor {
  /// Returns the text of a JSON value with all secrets replaced.
  fileprivate func redact(json text: String) -> String {
    guard !isEmpty, let value = try? JSONValue(parsing: text) else { return text }
    return redact(value).text
  }
}
