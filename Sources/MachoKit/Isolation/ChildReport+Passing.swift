import MachoScripting

// PERFORMANCE: most scripts pass and have little to report. One line of text takes a fraction of
// the time of JSON, which is encoded and decoded once per script.
extension ChildReport {
  /// Returns the one-line report of a run that passed, or `nil` if the run has more to report.
  static func passedText(_ run: ScriptRun) -> String? {
    let result = run.result
    guard result.status == .passed, result.failures.isEmpty, result.pending == nil,
      run.outputs.isEmpty, run.sourcedOutputs.isEmpty, result.reads.isEmpty, result.phases.isEmpty,
      result.schedules == nil, result.coverage == nil
    else { return nil }
    let (seconds, attoseconds) = result.duration.components
    let counts = result.counts
    return "passed \(counts.steps) \(counts.uncompared) \(counts.skipped) \(counts.updated) "
      + "\(seconds) \(attoseconds) \(result.transcript ?? "")\n"
  }

  /// Returns the run that a one-line report describes.
  static func parsePassed(_ text: Substring, path: String) -> ScriptRun? {
    let words = text.split(separator: " ")
    let numbers = words.prefix(6).compactMap { Int64($0) }
    guard numbers.count == 6 else { return nil }
    var result = ScriptResult(path: path, status: .passed)
    result.counts.steps = Int(numbers[0])
    result.counts.uncompared = Int(numbers[1])
    result.counts.skipped = Int(numbers[2])
    result.counts.updated = Int(numbers[3])
    result.duration = Duration(
      secondsComponent: numbers[4], attosecondsComponent: numbers[5])
    result.transcript = words.count > 6 ? String(words[6]) : nil
    return ScriptRun(result: result)
  }
}
