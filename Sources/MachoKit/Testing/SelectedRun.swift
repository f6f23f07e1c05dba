import MachoScripting

/// A script that a user selected, or one case of a specification.
struct SelectedScript: Hashable, Sendable {
  let path: String
  /// The case. `nil` if the script is no specification, or does not parse.
  var specCase: ScriptCase?

  /// The name in reports.
  var name: String { ScriptCase.name(of: specCase, in: path) }

  /// Returns the cases of a script, or the script itself.
  static func all(in path: String) -> [Self] {
    ScriptFiles.runs(of: path).map { Self(path: path, specCase: $0) }
  }
}

/// One run of a script or of a case, possibly with one of several interchangeable features.
struct SelectedRun: Hashable, Sendable {
  let script: SelectedScript
  /// The variant. `nil` if the script runs unchanged.
  var variant: String?

  /// The path in reports.
  var path: String { variant.map { "\(script.path) [\($0)]" } ?? script.path }

  /// The name in reports.
  var name: String { ScriptCase.name(of: script.specCase, in: path) }

  /// Returns all runs: each script with each variant, or each script unchanged if there are none.
  static func all(_ scripts: [SelectedScript], with variants: [String]) -> [SelectedRun] {
    guard !variants.isEmpty else { return scripts.map { SelectedRun(script: $0) } }
    return scripts.flatMap { script in
      variants.map { SelectedRun(script: script, variant: $0) }
    }
  }

  /// Returns the runs in groups of one process at a time.
  ///
  /// - Parameter updates: Whether expectations are written. The cases of a file are then one group.
  static func groups(of runs: [SelectedRun], updates: Bool) -> [[SelectedRun]] {
    guard updates else { return runs.map { [$0] } }
    var groups: [[SelectedRun]] = []
    for run in runs {
      if groups.last?.first?.path == run.path {
        groups[groups.count - 1].append(run)
      } else {
        groups.append([run])
      }
    }
    return groups
  }
}
