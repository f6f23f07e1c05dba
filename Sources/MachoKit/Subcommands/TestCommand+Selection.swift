import MachoScripting

// The scripts that a run selects.

extension TestCommand {
  /// Returns the pattern of '--filter', or of 'bazel test --test_filter'.
  func pattern(_ bazel: BazelTest?) throws -> UserRegex? {
    do {
      return try (filter ?? bazel?.filter).map { try UserRegex($0) }
    } catch {
      printError("invalid regular expression '\(bazel?.filter ?? "")' in TESTBRIDGE_TEST_ONLY")
      throw ExitStatus.usage
    }
  }

  /// Returns a closure that finds the selected scripts, including those added later. It prints
  /// nothing.
  func watchedScripts(
    _ selection: ScriptSelection, _ filter: UserRegex?, _ shard: ShardSelection?
  ) -> () -> [String] {
    if failed { return { selection.files.filter(ScriptFiles.exists) } }
    let paths = paths.isEmpty ? ["."] : paths
    return {
      let found = ScriptFiles.find(paths).files.filter { path in
        // A pattern that takes too long has ended the selection before.
        (try? filter?.occurs(in: path)) ?? true
      }
      return shard?.scripts(of: found) ?? found
    }
  }

  func selection(
    _ failures: FailureList, _ filter: UserRegex?, _ shard: ShardSelection?
  ) throws -> ScriptSelection {
    var selection: ScriptSelection
    if failed {
      let failedPaths = failures.paths
      selection = paths.isEmpty ? ScriptSelection(files: failedPaths) : ScriptSelection(paths)
      let identities = Set(failedPaths.map(ScriptName.init))
      let none = "no failed script is recorded for this directory"
      if failedPaths.isEmpty, paths.isEmpty {
        printError(none)
        selection.add(.nothingSelected)
      }
      selection.keep(orReport: none) { identities.contains(ScriptName($0)) }
    } else {
      selection = ScriptSelection(paths)
    }
    selection.addOrphans(of: failed && paths.isEmpty ? [] : paths.isEmpty ? ["."] : paths)
    if let filter {
      do {
        try selection.keep(orReport: "no script matches --filter") { try filter.occurs(in: $0) }
      } catch {
        printError("--filter: \(error)")
        throw ExitStatus.usage
      }
    }
    if let shard {
      let scripts = Set(shard.scripts(of: selection.files))
      selection.keep(orReport: shard.emptinessMessage, .passed) { scripts.contains($0) }
    }
    return selection
  }
}
