import MachoSessions

/// A line of a recorded session, with what an edited script needs to know of it.
struct RecordedLine {
  /// What a line did.
  enum Kind: Equatable {
    /// It changed the session or asserted something, or it failed as its `!` says.
    case command
    /// It failed and changed nothing.
    case mistake
    /// It printed something and changed nothing.
    case query
    /// It changed what the prompt prints.
    case setting
    /// It named a point of the history.
    case mark(String)
    /// It moved to another point or branch of the history.
    case travel
    /// It assigned a value to a variable.
    case assignment(String)
    /// It stubbed an endpoint.
    case stub(SessionProgress.StubKey)
    /// It is a comment, a phase or a text that is not of a line.
    case comment
  }

  /// Actions that a line added to the history of a store.
  struct Actions {
    /// The ordinal of the store.
    var store: Int
    var ids: ClosedRange<Int>
  }

  var kind = Kind.comment
  /// The line. `nil` for a comment, for an unreadable line and for external work between two lines.
  var line: Line?
  /// The lines of the script.
  var text: OutcomeTranscript.EditedText
  /// Whether it is a phase, which has an empty line above it.
  private(set) var isPhase = false
  /// The actions that it applied.
  var actions: [Actions] = []
  /// The ordinal of the store in use after it. `nil` if no feature was open.
  var store: Int?
  /// The ID of the last action in force after it.
  var currentID = 0
  /// The stubs that were called.
  var calledStubs: [SessionProgress.StubKey] = []
  /// Whether the user paused before it.
  var followsPause = false

  /// The text that may name variables and files.
  var source: Substring { (line?.text ?? text.command)[...] }

  /// Creates a text that is not of a line.
  init(transcript: String) {
    text = OutcomeTranscript.EditedText(before: "", command: transcript, context: "", after: "")
  }

  /// Creates a comment or a phase that the user typed.
  init(_ comment: RecordedComment) {
    self.init(transcript: comment.text)
    isPhase = comment.isPhase
  }

  /// Creates the record of a line of a script that ran before the recording began. The script stays as
  /// it is, except for lines that failed.
  init(past outcome: Outcome) {
    text = OutcomeTranscript.editedText(for: outcome)
    line = outcome.line
    kind = outcome.isMistake ? .mistake : .command
  }

  /// Creates the record of a line.
  ///
  /// - Parameters:
  ///   - before: What the session had done before the line.
  ///   - progress: What it has done now.
  init(_ outcome: Outcome, from before: SessionProgress, to progress: SessionProgress) {
    text = OutcomeTranscript.editedText(for: outcome)
    line = outcome.line
    store = progress.current
    currentID = progress.storeInUse?.currentID ?? 0
    for store in progress.stores {
      let old = before.stores.first { $0.ordinal == store.ordinal }
      let first = (old?.newestID ?? 0) + 1
      if first <= store.newestID {
        actions.append(Actions(store: store.ordinal, ids: first...store.newestID))
      }
      let calls = Dictionary(
        (old?.stubs ?? []).map { ($0.stub, $0.calls) }, uniquingKeysWith: { $1 })
      calledStubs += store.stubs.filter { $0.calls > calls[$0.stub] ?? 0 }.map(\.stub)
    }
    kind = Self.kind(of: outcome, from: before, to: progress)
  }

  private static func kind(
    of outcome: Outcome, from before: SessionProgress, to progress: SessionProgress
  ) -> Kind {
    guard outcome.failure == nil else {
      // Between two lines of a live store, time passes and responses arrive.
      return outcome.isMistake && (outcome.wasLive || before == progress) ? .mistake : .command
    }
    guard let line = outcome.line, outcome.isSuccess else { return .command }
    if outcome.onlyPrinted, !outcome.events.isEmpty { return .query }
    if line.has(.changesDisplay) { return .setting }
    if line.command == .mark, let name = outcome.assignedName { return .mark(name) }
    if line.has(.travelsInTime) { return .travel }
    if line.command == .let, let name = outcome.assignedName {
      return .assignment(String(name.dropFirst()))
    }
    if line.command == .stub, let stub = progress.storeInUse?.stubs.last {
      return .stub(stub.stub)
    }
    return .command
  }
}

extension Outcome {
  /// Whether the line at most printed what it was asked for.
  fileprivate var onlyPrinted: Bool {
    has(.readsState)
      || events.allSatisfy { event in
        switch event {
        case .value, .actions, .effects, .history, .help: true
        default: false
        }
      }
  }

  /// Whether the line failed and applied no action. External work has no text, and a crash is worth a
  /// comment.
  fileprivate var isMistake: Bool {
    guard let failure else { return false }
    return onlyPrinted && received.isEmpty && !text.isEmpty && failure.code != "crashed"
  }

  /// The name to which the line assigned something.
  fileprivate var assignedName: String? {
    for case .set(let name, _) in events { return name }
    return nil
  }
}
