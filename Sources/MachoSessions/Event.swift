import MachoValues

/// What a line made happen, as data; reporters turn it into text or JSON.
public enum Event: Equatable, Sendable {
  /// A feature was opened, or opened again from its start.
  case opened(feature: String, context: RunContext)
  /// The state moved, by a sent action or by going through the history; `nil`: it stayed equal.
  case changed(diff: String?)
  /// A received action was taken: the `receive` line that asserts it, and its diff.
  case received(action: String, diff: String?)
  /// A `receive` typed after its action had been taken and printed: nothing new to show.
  case asserted(action: String)
  /// An action of the history was sent again, or came of that: its line, and its diff.
  case replayed(line: String, diff: String?)
  /// A part of the state that is watched has another value.
  case watched(path: String, value: String)
  /// A value asked for, as text of one or more lines.
  case value(String)
  /// The actions of the feature that is open.
  case actions([CaseDescription])
  /// The effects that run now.
  case effects([RunningEffect])
  /// The actions so far; the entry at `position` and all before it are in force.
  case history([HistoryEntry], position: Int)
  /// A real endpoint was called: the `stub` line by which a script does without it.
  case called(stub: String)
  /// Something came by itself, an answer or the end of a sleep: the line that makes it come in a
  /// script.
  case externalInput(line: String)
  /// A setting was chosen: a prompt says so, a script knows it.
  case set(String, to: String)
  /// What `settle` waited for: a prompt says so. Work that is over at once may have ended before,
  /// so that a script could not tell from run to run.
  case waited(for: [RunningEffect])
  /// Something that happened on the way and is worth a line: what was skipped or cancelled.
  case notice(String)
  /// Text for people: help.
  case help(String)
}
