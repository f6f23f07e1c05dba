import MachoSessions

/// Converts an app's recording, made with `.recording(to:)`, to a script.
///
/// The app's dependencies are not available here. Recorded calls get the recorded responses, other calls stay
/// pending, and the script sends the actions that the app's effects sent. Actions that effects send here as
/// well are received.
package struct AppRecordingImporter {
  private let recording: AppRecording
  private let path: String
  private let catalog: [any DrivenFeature]

  /// Creates an importer for a recording of a feature in `catalog`.
  package init(_ recording: AppRecording, path: String, catalog: [any DrivenFeature]) {
    self.recording = recording
    self.path = path
    self.catalog = catalog
  }

  /// Returns the script, and whether every line succeeds as it did in the app.
  package func transcript() -> (text: String, isFaithful: Bool) {
    // The first replay finds the unused stubs, which would fail the script.
    var firstReplay = Replay(self, omitting: [])
    let unused = firstReplay.replay(recording).unused
    var secondReplay = Replay(self, omitting: unused)
    let result = secondReplay.replay(recording)
    return (result.text, result.isFaithful)
  }

  /// Replays the recording. Returns its result with the events of the session.
  package func result() -> ScriptResult {
    var firstReplay = Replay(self, omitting: [])
    let unused = firstReplay.replay(recording).unused
    var events: [String] = []
    let recorder = TimelineRecorder { events.append($1) }
    var secondReplay = Replay(self, omitting: unused, timeline: recorder)
    let clock = ContinuousClock()
    let start = clock.now
    let isFaithful = secondReplay.replay(recording).isFaithful
    var result = ScriptResult(path: path, status: isFaithful ? .passed : .failed)
    result.duration = start.duration(to: clock.now)
    result.counts.steps = recording.entries.count
    result.timeline = events
    return result
  }

  private struct Replay {
    let session: Session
    private var loop: CommandLoop
    /// The calls that need no stub.
    let unused: Set<String>
    var text = TranscriptWriter.header
    var isFaithful = true
    private let path: String
    private let timeline: TimelineRecorder?
    /// Received actions that the recording has not sent yet.
    var unmatchedReceives: [String] = []
    /// The time in the app that the script has reached, in milliseconds.
    private var time = 0
    private let synchronousCalls: [(call: String, stub: String)]

    init(
      _ importer: AppRecordingImporter, omitting unused: Set<String>,
      timeline: TimelineRecorder? = nil
    ) {
      self.unused = unused
      synchronousCalls = importer.recording.synchronousCalls
      path = importer.path
      self.timeline = timeline
      session = Session(
        catalog: importer.catalog, receiveMode: .immediate, context: .test)
      loop = CommandLoop(linesIn: session)
      if let timeline { session.journal = timeline.journal }
    }

    mutating func replay(
      _ recording: AppRecording
    ) -> (text: String, isFaithful: Bool, unused: Set<String>) {
      for entry in recording.entries {
        switch entry.content {
        case .command(let line):
          if let time = entry.time { advance(to: time) }
          replay(line, at: entry.line)
        case .call: break  // A stub has the response.
        case .remark(let reason): text += TranscriptWriter.comment(reason)
        case .modification(let diff):
          text += TranscriptWriter.comment("changed without an action:\n\(diff)")
        }
      }
      if recording.endsWithinEntry {
        text += TranscriptWriter.comment("the recording ends within an entry")
      }
      let unused = session.unusedCalls
      // A recording has no end that the timeline should show.
      session.journal = nil
      let finish = loop.run(Line(.finish)).outcome
      if finish.failure != nil { text += OutcomeTranscript.text(for: finish) }
      return (text, isFaithful, unused)
    }

    /// Lets the time pass that passed in the app, if an effect waits for it.
    private mutating func advance(to time: Int) {
      guard time > self.time else { return }
      let passed = Duration.milliseconds(time - self.time)
      self.time = time
      guard session.nextDeadline != nil else { return }
      collect(Line(.advance, session.syntax.print(passed)))
    }

    private mutating func replay(_ line: Line, at number: Int) {
      if line.has(.sendsAction), let action = session.receiveText(of: line),
        let index = unmatchedReceives.firstIndex(of: action)
      {
        unmatchedReceives.remove(at: index)
        return
      }
      timeline?.location = TimelineRecorder.Location(file: path, line: number)
      // A timeline shows the state that the app started with.
      if timeline == nil, line.command == .start, session.isRegisteredStart(line) { return }
      let action = line.has(.sendsAction) ? session.actionText(of: line) : nil
      collect(action.map { Line(.send, $0) } ?? line)
      guard line.command == .feature else { return }
      for endpoint in session.suspendingEndpoints where !unused.contains(endpoint) {
        collect(Line(.stub, "\(endpoint) pending"))
      }
      for (call, stub) in synchronousCalls where !unused.contains(call) {
        collect(Line(.stub, stub))
      }
    }

    private mutating func collect(_ line: Line) {
      let outcome = loop.run(line).outcome
      if outcome.failure != nil { isFaithful = false }
      for case .received(let action, _, _) in outcome.received { unmatchedReceives.append(action) }
      text += OutcomeTranscript.text(for: outcome)
    }
  }
}
