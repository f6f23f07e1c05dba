import MachoScripting

// The scripts and cases that a run selects.

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

  /// The arguments, with the lines of those that select a case.
  private var locations: [ScriptLocation] { paths.map(ScriptLocation.init) }

  /// The scripts that are only parts of others, each with a script that sources it. They are found among
  /// all scripts of the arguments, because another shard or filter may have the others.
  var sourcedScripts: [String: String] {
    SourcedFiles.find(in: ScriptFiles.find(paths.isEmpty ? ["."] : locations.map(\.path)).files)
  }

  /// Returns a closure that finds the selected scripts and cases, including those added later. It
  /// prints nothing.
  func watchedScripts(
    _ selection: ScriptSelection, _ filter: UserRegex?, _ shard: ShardSelection?
  ) -> () -> [SelectedScript] {
    let locations = locations
    let failed = failed ? Set(selection.scripts.map(SelectedName.init)) : nil
    let paths = paths.isEmpty ? ["."] : locations.map(\.path)
    return {
      let files = failed == nil ? ScriptFiles.find(paths).files : selection.files
      let found = files.filter(ScriptFiles.exists).flatMap(SelectedScript.all).filter { script in
        // A pattern that takes too long has ended the selection before.
        ((try? filter?.occurs(in: script.name)) ?? true)
          && (failed?.contains(SelectedName(script)) ?? true)
          && Self.contains(script, locations)
      }
      return shard?.scripts(of: found) ?? found
    }
  }

  func selection(
    _ failures: FailureList, _ filter: UserRegex?, _ shard: ShardSelection?
  ) throws -> ScriptSelection {
    let locations = locations
    var selection: ScriptSelection
    if failed {
      let recorded = failures.scripts
      selection =
        paths.isEmpty
        ? ScriptSelection(files: recorded.map(\.script.name))
        : ScriptSelection(locations.map(\.path))
      let none = "no failed script is recorded for this directory"
      if recorded.isEmpty, paths.isEmpty {
        printError(none)
        selection.add(.nothingSelected)
      }
      selection.expandCases()
      selection.keep(orReport: none) { script in recorded.contains { $0.selects(script) } }
    } else {
      selection = ScriptSelection(locations.map(\.path))
      selection.expandCases()
    }
    try requireCases(at: locations)
    selection.keep(orReport: "no case is at this line") { Self.contains($0, locations) }
    selection.addOrphans(
      of: failed && paths.isEmpty ? [] : paths.isEmpty ? ["."] : locations.map(\.path))
    if let filter {
      do {
        try selection.keep(orReport: "no script matches --filter") {
          try filter.occurs(in: $0.name)
        }
      } catch {
        printError("--filter: \(error)")
        throw ExitStatus.usage
      }
    }
    if let shard {
      let scripts = Set(shard.scripts(of: selection.scripts))
      let message = shard.emptinessMessage(ofScripts: selection.scripts.count)
      selection.keep(orReport: message, .passed) { scripts.contains($0) }
    }
    return selection
  }

  /// Whether a script is selected by its path, or a case by one of its lines.
  private static func contains(_ script: SelectedScript, _ locations: [ScriptLocation]) -> Bool {
    guard locations.contains(where: { $0.line != nil }) else { return true }
    let name = ScriptName(script.path)
    let lines = locations.filter { ScriptName($0.path) == name }.map(\.line)
    guard let bytes = try? ScriptFiles.read(script.path),
      let spec = try? ScriptParser.parse(bytes).spec
    else { return true }
    return lines.isEmpty || lines.contains(nil)
      || script.specCase.map { specCase in
        lines.contains { spec.cases(at: $0 ?? 0).contains(specCase) }
      } ?? true
  }

  /// Throws the usage status, after a message, if a line is that of no case.
  private func requireCases(at locations: [ScriptLocation]) throws {
    for location in locations {
      guard let line = location.line, let bytes = try? ScriptFiles.read(location.path),
        let script = try? ScriptParser.parse(bytes)
      else { continue }
      guard script.spec?.cases(at: line).isEmpty ?? true else { continue }
      printError(CaseChoice(script, at: location).problem)
      throw ExitStatus.usage
    }
  }
}
