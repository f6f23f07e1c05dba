import MachoReporting

/// Joins the reports of several runs, such as the shards of a suite, into one.
///
/// The order of the reports does not matter, except for the durations of scripts that several runs
/// report.
package struct ReportMerge {
  /// A script that did not do the same in all runs.
  package struct Disagreement: CustomStringConvertible {
    package var path: String
    /// The first report of each different result.
    package var results: [String]

    package var description: String {
      "\(path): the runs differ\n" + results.map { "  " + $0 }.joined(separator: "\n")
    }
  }

  /// The scripts, sorted by path.
  package private(set) var entries: [ReportContents.Entry] = []
  package private(set) var disagreements: [Disagreement] = []
  /// The parts of the suite that no report covers.
  package let missingShards: [ReportShard]
  package let end: ReportEnd

  package init(_ reports: [ReportContents]) {
    missingShards = Self.missingShards(of: reports)
    let byName = Dictionary(grouping: reports.flatMap(\.entries)) { Self.name(of: $0.script) }
    for entries in byName.values.sorted(by: { Self.precedes($0[0].script, $1[0].script) }) {
      let (entry, disagreement) = Self.join(entries)
      self.entries.append(entry)
      if let disagreement { disagreements.append(disagreement) }
    }
    let ends = reports.flatMap(\.ends)
    var end = ReportEnd(
      entries.map(\.script), durationMs: ends.map(\.durationMs).max() ?? 0,
      interruption: ends.compactMap(\.interruption).first,
      unfinished: ends.reduce(0) { $0 + $1.unfinished })
    end.unopened = Self.unopened(ends)
    self.end = end
  }

  /// The features that no shard opened. `nil` if a shard collected no coverage.
  private static func unopened(_ ends: [ReportEnd]) -> [String]? {
    guard let first = ends.first?.unopened, ends.allSatisfy({ $0.unopened != nil }) else {
      return nil
    }
    let others = ends.dropFirst().map { Set($0.unopened ?? []) }
    return first.filter { name in others.allSatisfy { $0.contains(name) } }
  }

  /// Joins the results of one script or case. Runs with equal transcripts are one result.
  private static func join(
    _ entries: [ReportContents.Entry]
  ) -> (ReportContents.Entry, Disagreement?) {
    var different: [ReportContents.Entry] = []
    for entry in entries
    where !different.contains(where: { agrees($0.script, entry.script) }) {
      different.append(entry)
    }
    guard different.count > 1 else {
      // The report that says most.
      let longest = entries.map(\.lines.count).max()
      return (entries.first { $0.lines.count == longest } ?? entries[0], nil)
    }
    let results = different.map { entry in
      "\(entry.location): \(entry.script.status.rawValue), "
        + (entry.script.transcript.map { "transcript \($0)" } ?? "no transcript")
    }
    let path = path(of: entries[0].script)
    var script = ReportedScript(
      path: path, status: .failed, durationMs: entries.map(\.script.durationMs).max() ?? 0,
      commands: entries.map(\.script.commands).max() ?? 0)
    script.case = entries[0].script.case
    let failure = ReportedScript.Failure(
      kind: ScriptResult.Failure.Kind.notDeterministic.rawValue, line: 1, report: results)
    script.failures = [failure]
    script.message = "line 1: two runs differ"
    script.report = ["  \(path):1"] + results.map { "  " + $0 }
    return (
      ReportContents.Entry(script: script, location: different[0].location),
      Disagreement(path: script.name, results: results)
    )
  }

  /// Whether two runs of a script did the same. A crash and a timeout have no transcript.
  private static func agrees(_ one: ReportedScript, _ other: ReportedScript) -> Bool {
    guard let transcript = one.transcript, let otherTranscript = other.transcript else {
      return one.status == other.status
    }
    return transcript == otherTranscript
  }

  private static func path(of script: ReportedScript) -> String {
    var path = script.path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    return String(path)
  }

  private static func name(of script: ReportedScript) -> String {
    ScriptCase.name(of: script.case, in: path(of: script))
  }

  /// Sorts as `ScriptFiles.find` does: by the names of directories and files. Cases have the order of
  /// their file.
  private static func precedes(_ one: ReportedScript, _ other: ReportedScript) -> Bool {
    let (path, otherPath) = (path(of: one), path(of: other))
    guard path != otherPath else { return one.case?.line ?? 0 < other.case?.line ?? 0 }
    let (names, others) = (path.split(separator: "/"), otherPath.split(separator: "/"))
    return names.lexicographicallyPrecedes(others) {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  private static func missingShards(of reports: [ReportContents]) -> [ReportShard] {
    let shards = Set(reports.flatMap(\.shards))
    return Set(shards.map(\.count)).sorted().flatMap { count in
      (1...count).map { ReportShard(index: $0, count: count) }.filter { !shards.contains($0) }
    }
  }
}

extension ReportMerge {
  /// The report in the format `jsonl`, with the events of sessions that the merged reports have.
  package var jsonLines: [String] {
    [
      jsonLine(
        of: ReportStart(scripts: entries.count + end.unfinished))
    ]
      + entries.flatMap {
        $0.lines.isEmpty ? [jsonLine(of: $0.script)] : $0.lines
      } + [jsonLine(of: end)]
  }

  /// The report as JUnit XML.
  package var junitLines: [String] { JUnitReporter().lines(of: entries.map(\.script), end) }

  /// The scripts that fail the run, and the numbers of scripts by status.
  package var summary: [StyledLine] {
    let failed = entries.map(\.script).filter { !$0.isSuccess }
    let counts = end.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return failed.map { script in
      let message = script.message.map { ": " + $0 } ?? ""
      return StyledLine("\(script.status.rawValue) \(script.name)\(message)", .failure)
    } + [StyledLine(counts.isEmpty ? "no scripts" : counts.joined(separator: ", "))]
      + (end.interruptionText.map { [StyledLine($0, .failure)] } ?? [])
  }
}
