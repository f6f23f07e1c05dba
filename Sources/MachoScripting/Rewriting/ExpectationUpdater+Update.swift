import MachoReporting

extension ExpectationUpdater {
  /// The update of a script, or of one case of a specification.
  struct Update {
    private(set) var result: ScriptResult
    /// Whether the output can be written.
    private(set) var isUpdatable = true
    private let outputs: [[OutputLine]?]
    /// The script or the case. `nil` if the script does not parse.
    private let script: Script?

    init(_ run: ScriptRun, _ script: Script?) {
      result = run.result
      outputs = run.outputs
      self.script = script
    }
  }
}

extension ExpectationUpdater.Update {
  /// Keeps a script as it is unless it ran to its end and only its expectations failed.
  mutating func requireUpdatable() {
    guard let reason = reasonNotToUpdate else { return }
    isUpdatable = false
    result.notUpdated = reason
  }

  private var reasonNotToUpdate: String? {
    switch result.status {
    case .passed, .skipped, .stale: nil
    case .failed:
      result.failures.first { ![.mismatch, .uncompared, .stale].contains($0.kind) }
        .map { "line \($0.line) fails" }
    case .failedAsExpected: "an expected failure has no output"
    case .unparsable: "it cannot be parsed"
    case .crashed: result.failures.first.map { "line \($0.line) crashes" } ?? "it crashes"
    case .timedOut: result.failures.first.map { "line \($0.line) times out" } ?? "it times out"
    case .updated, .pending, .unreadable: "it was not run"
    }
  }

  /// Fails if a second run printed different output.
  mutating func compare(with second: ScriptRun) {
    guard outputs != second.outputs else { return }
    let pairs = zip(outputs, second.outputs)
    let index =
      Array(pairs).firstIndex { $0.0 != $0.1 } ?? min(outputs.count, second.outputs.count)
    func lines(_ outputs: [[OutputLine]?]) -> [OutputLine] {
      index < outputs.count ? outputs[index] ?? [] : []
    }
    fail(
      atStep: index, "the two runs differ; nothing was written",
      [("first run:", lines(outputs)), ("second run:", lines(second.outputs))])
  }

  /// Returns the outputs by step of the whole script. Cases that print different output for a shared
  /// command fail, except for the first of them.
  static func join(_ updates: inout [Self], _ whole: Script) -> [[OutputLine]?] {
    var joined = [[OutputLine]?](repeating: nil, count: whole.steps.count)
    var owners: [Int: String] = [:]
    for number in updates.indices where updates[number].isUpdatable {
      let update = updates[number]
      let steps = update.stepIndices
      let conflict = zip(steps, update.outputs).enumerated().first { _, pair in
        pair.1 != nil && joined[pair.0] != nil && joined[pair.0] != pair.1
      }
      if let (index, (step, output)) = conflict {
        updates[number].fail(
          atStep: index,
          "the cases of this command differ, so no expectation is right for all of them",
          [("\(owners[step] ?? ""):", joined[step] ?? []), ("this case:", output ?? [])])
        continue
      }
      for (step, output) in zip(steps, update.outputs) {
        guard let output else { continue }
        joined[step] = output
        owners[step] = owners[step] ?? update.result.specCase?.name
      }
    }
    return joined
  }

  /// The indexes of the steps in the whole script.
  private var stepIndices: [Int] {
    script?.selection?.stepIndices ?? Array(script?.steps.indices ?? 0..<0)
  }

  private mutating func fail(
    atStep index: Int, _ message: String, _ outputs: [(heading: String, lines: [OutputLine])]
  ) {
    isUpdatable = false
    result.status = .failed
    let steps = script?.steps ?? []
    let step = index < steps.count ? steps[index] : nil
    let report = outputs.flatMap { heading, lines in
      [StyledLine(heading)]
        + MismatchFormatter.lines(forActual: lines.map { StyledLine($0.text) })
    }
    result.failures = [
      .init(
        kind: .notDeterministic, step: index, line: step?.lines.lowerBound ?? 1, phase: nil,
        command: step?.text ?? "", code: "not-deterministic", message: message,
        report: report + [StyledLine("not-deterministic: \(message)", .problem)])
    ]
  }

  /// Removes the failures of updated expectations.
  ///
  /// - Parameters:
  ///   - changed: The changed steps of the whole script.
  ///   - counted: The changed steps that no other case has counted.
  /// - Returns: The steps that this case counts.
  mutating func recordUpdate(
    of changed: [Int], counting counted: Set<Int>, in whole: Script,
    _ destination: ExpectationUpdater.Destination
  ) -> [Int] {
    let steps = stepIndices
    let own = Set(changed).intersection(steps)
    guard !own.isEmpty else { return [] }
    result.failures.removeAll { failure in
      failure.step.map { own.contains(steps[$0]) } ?? false
    }
    let new = counted.intersection(own)
    result.counts.updated = new.count
    result.counts.uncompared -= own.count { whole.steps[$0].expectedOutput == nil }
    if destination == .pendingFile { result.pending = PendingFile.path(of: result.path) }
    let hasOnlyStale = result.failures.allSatisfy { $0.kind == .stale }
    if case .skipped = result.status, new.isEmpty { return [] }
    result.status =
      !hasOnlyStale
      ? .failed
      : destination == .pendingFile
        ? .pending
        : new.isEmpty && result.failures.isEmpty ? .passed : .updated
    return Array(new)
  }
}
