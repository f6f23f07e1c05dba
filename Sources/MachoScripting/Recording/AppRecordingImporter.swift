import MachoReporting
import MachoSessions

/// Makes a script of what an app recorded with `.recording(to:)`.
///
/// The app's dependencies are not there: their calls stay pending, and what the app's effects sent
/// back is sent by the script. What the feature's effects send here by themselves is received.
package struct AppRecordingImporter {
  private let script: Script
  private let path: String
  private let catalog: [any DrivenFeature]

  /// Takes a recording of one of some features.
  package init(_ script: Script, path: String, catalog: [any DrivenFeature]) {
    self.script = script
    self.path = path
    self.catalog = catalog
  }

  /// The script, and whether each of its lines does what it did in the app.
  package func transcript() -> (text: String, isWhole: Bool) {
    // What is never called must not be stubbed: that is known when all has been run once.
    var rehearsal = Replay(self, stubbing: nil)
    let called = rehearsal.replay(script).called
    var performance = Replay(self, stubbing: called)
    let result = performance.replay(script)
    return (result.text, result.isWhole)
  }

  private struct Replay {
    let session: Session
    /// The endpoints that are called, or all of them.
    let stubbed: Set<String>?
    var text = TranscriptWriter.header
    var isFaithful = true
    /// Actions that were received here, and that the recording is still to tell of.
    var unmatchedReceives: [String] = []

    init(_ recording: AppRecordingImporter, stubbing stubbed: Set<String>?) {
      self.stubbed = stubbed
      session = Session(
        catalog: recording.catalog, taking: .immediate, context: .test,
        files: ScriptFileSource(recording.script, path: recording.path))
    }

    mutating func replay(_ script: Script) -> (text: String, isWhole: Bool, called: Set<String>) {
      for step in script.steps {
        if step.line.verb == "send", let action = session.receiveText(of: step.line),
          let index = unmatchedReceives.firstIndex(of: action)
        {
          unmatchedReceives.remove(at: index)
          continue
        }
        run(step.text)
        guard step.line.verb == "feature" else { continue }
        for endpoint in session.suspendingEndpoints where stubbed?.contains(endpoint) ?? true {
          run("stub \(endpoint) pending")
        }
      }
      let called = Set(session.suspendingEndpoints).subtracting(session.unusedEndpoints)
      let finish = session.run("finish")
      if finish.failure != nil { text += OutcomeTranscript.text(for: finish) }
      return (text, isFaithful, called)
    }

    private mutating func run(_ line: String) {
      let outcome = session.run(line)
      if outcome.failure != nil { isFaithful = false }
      for case .received(let action, _) in outcome.received { unmatchedReceives.append(action) }
      text += OutcomeTranscript.text(for: outcome)
    }
  }
}
