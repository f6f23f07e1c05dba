import MachoScripting

// The scripts that a run selects.

extension TestCommand {
  /// Returns the pattern of '--filter', or of 'bazel test --test_filter'.
  func pattern(_ bazel: BazelTest?) throws -> Regex<AnyRegexOutput>? {
    do {
      return try (filter ?? bazel?.filter).map { try Regex($0) }
    } catch {
      printError("invalid regular expression '\(bazel?.filter ?? "")' in TESTBRIDGE_TEST_ONLY")
      throw ExitStatus.usage
    }
  }

  /// Returns a closure that finds the selected scripts, including those added later. It prints
  /// nothing.
  func watchedScripts(
    _ selection: ScriptSelection, _ filter: Regex<AnyRegexOutput>?, _ shard: ShardSelection?
  ) -> () -> [String] {
    if failed { return { selection.files.filter(ScriptFiles.exists) } }
    let paths = paths.isEmpty ? ["."] : paths
    return {
      let found = ScriptFiles.find(paths).files.filter { path in
        filter.map { path.firstMatch(of: $0) != nil } ?? true
      }
      return shard?.scripts(of: found) ?? found
    }
  }

  func selection(
    _ failures: FailureList, _ filter: Regex<AnyRegexOutput>?, _ shard: ShardSelection?
  ) -> ScriptSelection {
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
      selection.keep(orReport: "no script matches --filter") { $0.firstMatch(of: filter) != nil }
    }
    if let shard {
      let scripts = Set(shard.scripts(of: selection.files))
      selection.keep(orReport: shard.emptinessMessage, .passed) { scripts.contains($0) }
    }
    return selection
  }
}
