import MachoReporting

/// The names of the events in the format `jsonl`, except for those of sessions.
package enum ReportEventName: String, Codable, Sendable {
  case start, script, end
}

/// The first event of a report.
package struct ReportStart: Codable, Hashable, Sendable {
  private(set) package var event = ReportEventName.start
  /// The version of the format. Incompatible changes increase it.
  package var version = Self.currentVersion
  /// The number of selected scripts.
  package var scripts: Int
  /// The part of a suite that the report covers. `nil` if the suite was not divided.
  package var shard: ReportShard?

  /// The version that is written.
  package static let currentVersion = 1

  /// Creates the event.
  package init(scripts: Int, shard: ReportShard? = nil) {
    self.scripts = scripts
    self.shard = shard
  }
}

/// One of several parts of a suite, as reports name it.
package struct ReportShard: Codable, Hashable, Sendable {
  /// The number of this part, from 1.
  package var index: Int
  /// The number of parts.
  package var count: Int

  /// Creates a part.
  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }
}

/// The last event of a report.
package struct ReportEnd: Codable, Hashable, Sendable {
  private(set) package var event = ReportEventName.end
  /// The number of scripts with a result.
  package var scripts: Int
  /// The number of scripts by status.
  package var counts: [String: Int]
  /// The wall-clock duration in milliseconds.
  package var durationMs: Double
  /// The signal that interrupted the run. `nil` if it finished.
  package var interruption: String?
  /// The number of scripts without a result because of the interruption.
  package var unfinished: Int
  /// The features that no script opened, if coverage was requested.
  package var unopened: [String]?

  /// Summarizes results.
  package init(
    _ scripts: [ReportedScript], durationMs: Double, interruption: String?, unfinished: Int
  ) {
    self.scripts = scripts.count
    counts = Dictionary(grouping: scripts, by: \.status.rawValue).mapValues(\.count)
    self.durationMs = durationMs
    self.interruption = interruption
    self.unfinished = unfinished
  }

  /// A sentence about the interruption. `nil` if the run finished.
  package var interruptionText: String? {
    interruption.map { Self.interruptionText($0, unfinished: unfinished) }
  }

  static func interruptionText(_ signal: String, unfinished: Int) -> String {
    "interrupted by \(signal): \(counted(unfinished, "script")) did not finish"
  }
}
