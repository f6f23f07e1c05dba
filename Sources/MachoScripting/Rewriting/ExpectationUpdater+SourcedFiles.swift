import MachoSystem

// The expected output in files that scripts source.

extension ExpectationUpdater {
  /// Writes the expectations of sourced files that failed, where all scripts of a run agree.
  ///
  /// - Parameter results: The results of all scripts of the run. Failures that the update removes are
  ///   removed from them; those that it leaves say why.
  package func updateSourcedFiles(of results: inout [ScriptResult]) {
    var identities: [String: ResolvedPath] = [:]
    func identity(_ path: String) -> ResolvedPath {
      if let known = identities[path] { return known }
      let new = ResolvedPath(path)
      identities[path] = new
      return new
    }
    var seen: Set<ResolvedPath> = []
    for path in results.flatMap(\.failedFiles) where seen.insert(identity(path)).inserted {
      updateSourcedFile(path, of: &results) { identity($0) == identity(path) }
    }
  }

  private func updateSourcedFile(
    _ path: String, of results: inout [ScriptResult], _ isFile: (String) -> Bool
  ) {
    do throws(FileError) {
      let before = try ScriptFiles.read(path)
      guard let script = try? ScriptParser.parse(before) else { return }
      let failedLines = Set(results.flatMap { $0.failedLines(where: isFile) })
      let expectations = SourcedExpectations(
        of: script, results.flatMap { $0.observations(where: isFile) }, mode
      ) { failedLines.contains(script.steps[$0].lines.lowerBound) }
      let line = { (step: Int) in script.steps[step].lines.lowerBound }
      if !expectations.lines.isEmpty {
        let text = ScriptRewriter.rewrite(
          script, outputs: [], patterns: expectations.lines, mode: mode
        ).text
        try write(text, replacing: before, path)
      }
      let written = Set(expectations.lines.keys.map(line))
      let left = expectations.disagreements.map { (line: line($0.key), reason: $0.value) }
        .sorted { $0.line < $1.line }
      for index in results.indices {
        results[index].recordUpdate(of: written, in: path, destination, where: isFile)
        let failed = results[index].failedLines(where: isFile)
        for (line, reason) in left where failed.contains(line) {
          results[index].leave("line \(line) of \(path) \(reason)")
        }
      }
    } catch {
      for index in results.indices where !results[index].failedLines(where: isFile).isEmpty {
        results[index].leave(error.description)
      }
    }
  }
}

extension ScriptResult {
  /// Whether an expectation of a sourced file failed that an update may write.
  package var hasFailedFiles: Bool { !failedFiles.isEmpty }

  /// The sourced files with failed expectations. Empty if the script cannot be updated.
  fileprivate var failedFiles: [String] {
    guard !sourcedOutputs.isEmpty else { return [] }
    return failures.filter(\.isOfOutput).compactMap(\.file)
  }

  /// The lines of failed expectations in a sourced file.
  fileprivate func failedLines(where isFile: (String) -> Bool) -> Set<Int> {
    guard !sourcedOutputs.isEmpty else { return [] }
    return Set(failures.filter { $0.isOfSourcedOutput(where: isFile) }.map(\.line))
  }

  fileprivate func observations(
    where isFile: (String) -> Bool
  ) -> [SourcedExpectations.Observation] {
    sourcedOutputs.compactMap { sourced in
      guard let file = sourced.file, isFile(file), let output = sourced.output else { return nil }
      return SourcedExpectations.Observation(
        script: name, line: sourced.line, command: sourced.command, output: output)
    }
  }

  /// Records what an update leaves as it is.
  mutating func leave(_ reason: String) {
    notUpdated = notUpdated.map { "\($0); \(reason)" } ?? reason
  }

  /// Removes the failures of lines of a sourced file whose expectations were updated.
  fileprivate mutating func recordUpdate(
    of lines: Set<Int>, in path: String, _ destination: ExpectationUpdater.Destination,
    where isFile: (String) -> Bool
  ) {
    let own = lines.intersection(failedLines(where: isFile))
    guard !own.isEmpty else { return }
    let updated = failures.filter { $0.isOfSourcedOutput(where: isFile) && own.contains($0.line) }
    failures.removeAll { $0.isOfSourcedOutput(where: isFile) && own.contains($0.line) }
    counts.uncompared -= updated.count { $0.kind == .uncompared }
    let file = destination == .pendingFile ? PendingFile.path(of: path) : nil
    updatedFiles.append(UpdatedFile(path: path, count: own.count, pending: file))
    pending = pending ?? file
    if status == .failed, failures.allSatisfy({ $0.kind == .stale }) {
      status = destination == .pendingFile ? .pending : .updated
    }
  }
}

extension ScriptResult.Failure {
  /// Whether output differs, or is not compared, as opposed to a command that fails.
  var isOfOutput: Bool { kind == .mismatch || kind == .uncompared }

  fileprivate func isOfSourcedOutput(where isFile: (String) -> Bool) -> Bool {
    isOfOutput && (file.map(isFile) ?? false)
  }
}
