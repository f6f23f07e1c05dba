import MachoScripting
import MachoSystem

/// A directory of scripts of earlier failures.
struct ExplorationCorpus {
  let directory: String
  let feature: String

  /// Runs the scripts of the feature, each in a process of its own. Calls `onResult` with each result.
  ///
  /// Throws if the directory or a script in it cannot be read, or does not parse.
  func run(_ interruption: InterruptSignal?, onResult: (ScriptResult) -> Void) throws {
    let found = ScriptFiles.find([directory])
    if let error = found.errors.first { throw error }
    let scripts = try found.files.filter { path in
      let script: Script
      do { script = try ScriptParser.parse(try ScriptFiles.read(path)) } catch {
        throw FileError("use the corpus", path, reason: "the script does not parse")
      }
      return script.steps.contains { $0.line.openedFeatureName == feature }
    }
    guard !scripts.isEmpty else { return }
    let launcher = ScriptLauncher(explainsCrashes: false, interruption: interruption)
    launcher.prepare()
    defer { launcher.stop() }
    let runner = IsolatedScriptRun(
      isStrict: false, repetitions: 1, limit: .seconds(60), backtraceLimit: .zero, updater: nil,
      interruption: interruption, launcher: launcher)
    for path in scripts {
      guard let results = runner.results(ofScript: path) else { return }
      for result in results { onResult(result) }
    }
  }
}
