import MachoDiff
import MachoValues

/// Something that a line caused, as data. Formatters turn it into text or JSON.
package enum Event: Equatable, Sendable {
  /// A feature was opened or restarted.
  case opened(feature: String, context: ContextChoice)
  /// The state changed through a sent action or time travel. `nil` if it stayed equal.
  case changed(Change?)
  /// Two states of the history were compared. `nil` if they are equal.
  case compared(Change?)
  /// A received action was applied: the pattern of its `receive` line and its change.
  ///
  /// `casePattern` is the pattern without the payload, if a script shows the payload elsewhere.
  /// Default: `nil` (it does not, or the session does not look for it).
  case received(action: String, Change?, casePattern: String? = nil)
  /// A `receive` asserted an action that was already applied and printed. It has no output.
  case asserted(action: String)
  /// Code outside of a live store modified the state: the line that does it in a script, and the
  /// change.
  case modified(Line, Change?)
  /// A replayed action, or an action received because of one: its line and its change.
  case replayed(Line, Change?)
  /// A watched part of the state changed.
  case watched(path: String, value: String)
  /// A requested value, as text of one or more lines.
  case value(String)
  /// The actions of the open feature.
  case actions([CaseDescription])
  /// The effects in flight.
  case effects([RunningEffect])
  /// The actions so far. The entries up to `position` are in force.
  case history([HistoryEntry], position: Int)
  /// A real endpoint was called: the line that replaces it in a script.
  case called(Line)
  /// External input arrived, such as a response or the end of a sleep: the line that reproduces it in a
  /// script.
  case externalInput(Line)
  /// A recorded script may differ here: the reason, which becomes a comment.
  case remark(String)
  /// A setting was changed. Prompts print it, scripts do not.
  case set(String, to: String)
  /// The effects that `settle` waited for. Only prompts print it: quick work may finish earlier, so
  /// the output would differ from run to run.
  case waited(for: [RunningEffect])
  /// A live store has endpoints whose calls cannot be recorded: those of setters, or those of
  /// asynchronous functions that return streams. Only prompts print it; recordings contain it as a
  /// comment.
  case unobserved(endpoints: [String], areAsyncStreams: Bool)
  /// A side note, for example about a skipped action or a cancelled effect.
  case notice(String)
  /// Help text.
  case help(String)
}
