import MachoReporting
import MachoSessions

/// Runs a script as if it were typed at a prompt, and tells what it would look like: `macho run`.
package struct TranscriptRun {
  private let session: Session
  private let script: Script

  /// Prepares to run a script over some features.
  package init(
    _ script: Script, path: String, catalog: [any DrivenFeature], context: RunContext? = .test,
    environment: [String: String] = [:]
  ) {
    self.script = script
    session = Session(
      catalog: catalog, taking: .atOnce, context: context,
      files: ScriptFileSource(script, path: path), environment: environment)
  }

  /// Runs it; `write` gets the transcript piece by piece. Whether no command failed.
  package func run(write: (String) -> Void) -> Bool {
    var hasPassed = true
    write(TranscriptWriter.header)
    for item in script.items {
      switch item {
      case .phase(let phase):
        write("\n## \(phase.title)\n")
      case .step(let step):
        let outcome = session.run(step.text)
        hasPassed = hasPassed && outcome.failure == nil
        write(OutcomeTranscript.text(for: outcome))
        if outcome.request != nil { return end(hasPassed, write) }
      }
    }
    return end(hasPassed, write)
  }

  private func end(_ hasPassed: Bool, _ write: (String) -> Void) -> Bool {
    var hasPassed = hasPassed
    if !session.isFinished {
      let outcome = session.run("finish")
      if outcome.failure != nil {
        hasPassed = false
        write(OutcomeTranscript.text(for: outcome))
      }
    }
    if !script.sections.isEmpty { write("\n") }
    for section in script.sections { write(section.text) }
    return hasPassed
  }
}
