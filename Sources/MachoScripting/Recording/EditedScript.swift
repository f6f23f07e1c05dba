import MachoSessions

/// A session as a user would have written it: without mistakes, queries and settings of the prompt,
/// without stubs and variables that nothing uses, and with phases instead of marks.
struct EditedScript {
  /// What an edited script also leaves out.
  struct Omissions: OptionSet {
    let rawValue: Int

    /// Lines that were undone, and lines that travel in time.
    static let undoneLines = Omissions(rawValue: 1 << 0)
    /// The context that a prompt opens features in by default.
    static let impliedContext = Omissions(rawValue: 1 << 1)
  }

  /// Numbers of lines that are left out.
  struct Counts: Equatable {
    var mistakes = 0
    var queries = 0
    var settings = 0
    var undone = 0
    var stubs = 0
    var variables = 0
  }

  /// The text without header and sections.
  private(set) var text = ""
  private(set) var counts = Counts()
  /// The names of the files that the lines read.
  private(set) var fileNames: Set<String> = []

  /// Creates the script of recorded lines.
  ///
  /// - Parameters:
  ///   - activeIDs: The IDs of the actions in force, by the ordinal of their store.
  ///   - firstIDs: The IDs of the last actions before the lines, by the ordinal of their store.
  init(
    _ lines: [RecordedLine], activeIDs: [Int: [Int]], firstIDs: [Int: Int],
    omitting omissions: Omissions
  ) {
    var editor = Editor(
      lines, activeIDs: activeIDs.mapValues { Set($0) }, firstIDs: firstIDs,
      omitsUndone: omissions.contains(.undoneLines))
    editor.findUnused()
    var pauses = false
    for (line, choice) in zip(lines, editor.choices) {
      pauses = pauses || line.followsPause
      let phase = choice.phaseName.flatMap { RecordedComment("## " + $0) }
      var part = ""
      if choice != .nothing { part += line.text.before + (phase?.text ?? "") }
      if choice.hasCommand { part += line.text.command }
      if !omissions.contains(.impliedContext) { part += line.text.context }
      if choice != .nothing { part += line.text.after }
      if choice.hasCommand {
        fileNames.formUnion(Line.fileNames(in: line.source))
      }
      guard !part.isEmpty else { continue }
      // An empty line separates what the user did before and after a pause. A phase has one.
      let beginsWithPhase = line.text.before.isEmpty && (phase?.isPhase ?? line.isPhase)
      if pauses, !text.isEmpty, !beginsWithPhase { text += "\n" }
      pauses = false
      text += part
    }
    counts = editor.counts
  }
}

/// What a script contains of a line.
private enum Choice: Equatable {
  case whole
  case withoutCommand
  /// A phase instead of the command.
  case phase(String)
  /// A phase above the command.
  case phaseAndWhole(String)
  case nothing

  var hasCommand: Bool {
    switch self {
    case .whole, .phaseAndWhole: true
    case .withoutCommand, .phase, .nothing: false
    }
  }

  /// The name of the phase.
  var phaseName: String? {
    switch self {
    case .phase(let name), .phaseAndWhole(let name): name
    case .whole, .withoutCommand, .nothing: nil
    }
  }
}

/// Chooses what a script contains of each line.
private struct Editor {
  private let lines: [RecordedLine]
  private let activeIDs: [Int: Set<Int>]
  private(set) var choices: [Choice] = []
  private(set) var counts = EditedScript.Counts()

  init(
    _ lines: [RecordedLine], activeIDs: [Int: Set<Int>], firstIDs: [Int: Int], omitsUndone: Bool
  ) {
    self.lines = lines
    self.activeIDs = activeIDs
    // The last action in force that the script contains, by store.
    var lastIDs = firstIDs
    for line in lines {
      choices.append(choice(for: line, omitsUndone, lastIDs))
      guard choices.last != .nothing else { continue }
      for actions in line.actions {
        if let id = actions.ids.last(where: { isActive($0, in: actions.store) }) {
          lastIDs[actions.store] = id
        }
      }
    }
  }

  private mutating func choice(
    for line: RecordedLine, _ omitsUndone: Bool, _ lastIDs: [Int: Int]
  ) -> Choice {
    let isUndone = omitsUndone && belongsToUndoneActions(line, lastIDs)
    let hasText = !line.text.command.isEmpty
    switch line.kind {
    case .comment: return .whole
    case .mistake:
      if hasText { counts.mistakes += 1 }
      return .withoutCommand
    case .query:
      if hasText { counts.queries += 1 }
      return .withoutCommand
    case .setting:
      if hasText { counts.settings += 1 }
      return .withoutCommand
    case .mark(let name):
      guard omitsUndone else { return .phaseAndWhole(name) }
      return isUndone ? .nothing : .phase(name)
    case .travel:
      guard omitsUndone else { return .whole }
      counts.undone += 1
      return .withoutCommand
    case .command, .assignment, .stub:
      guard isUndone else { return .whole }
      if hasText { counts.undone += 1 }
      return .nothing
    }
  }

  /// Whether a line belongs to actions that are not in force.
  private func belongsToUndoneActions(_ line: RecordedLine, _ lastIDs: [Int: Int]) -> Bool {
    guard line.actions.isEmpty else {
      if let command = line.line, command.has(.opensStore) { return false }
      return !line.actions.contains { actions in
        actions.ids.contains { isActive($0, in: actions.store) }
      }
    }
    guard let store = line.store, let command = line.line else { return false }
    // An assertion about an earlier point would fail at this one.
    if command.has(.readsState) { return line.currentID != lastIDs[store] ?? 0 }
    return line.currentID != 0 && !isActive(line.currentID, in: store) && !line.outlivesUndoing
  }

  private func isActive(_ id: Int, in store: Int) -> Bool {
    activeIDs[store]?.contains(id) ?? false
  }

  /// Leaves out the stubs that no line calls and the variables that no line uses. Keeps the marks that a line
  /// refers to, below their phases.
  mutating func findUnused() {
    var names: Set<String> = []
    var points: Set<String> = []
    var stubs: Set<SessionProgress.StubKey> = []
    for (index, line) in zip(lines.indices, lines).reversed() {
      guard choices[index] != .nothing else { continue }
      stubs.formUnion(line.calledStubs)
      if case .mark(let name) = line.kind, points.contains(name) {
        choices[index] = .phaseAndWhole(name)
      }
      guard choices[index].hasCommand else { continue }
      switch line.kind {
      case .assignment(let name):
        guard names.remove(name) != nil else {
          choices[index] = .withoutCommand
          counts.variables += 1
          continue
        }
      case .stub(let stub):
        guard stubs.remove(stub) != nil else {
          choices[index] = .withoutCommand
          counts.stubs += 1
          continue
        }
      default: break
      }
      names.formUnion(Line.variableNames(in: line.source))
      points.formUnion(line.line?.pointNames ?? [])
    }
  }
}

extension RecordedLine {
  /// Whether the line has an effect that 'undo' does not take back.
  fileprivate var outlivesUndoing: Bool {
    switch kind {
    case .assignment, .stub: return true
    case .mistake, .query, .setting, .mark, .travel, .comment: return false
    case .command:
      guard let line else { return true }
      return line.has(.outlivesStore) || line.has(.opensStore) || line.has(.selectsStore)
        || line.command == .ignore || line.command?.argument == .property
    }
  }
}
