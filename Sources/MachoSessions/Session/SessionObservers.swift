/// The parties that a session and its stores inform.
final class SessionObservers {
  /// Receives a record of each line.
  var journal: Journal?
  /// Performs the recording commands.
  var onRecording: ((RecordingRequest) throws(Diagnostic) -> String?)?
  /// Whether received actions are reported with the patterns of their cases. Default: `false`.
  var findsCasePatterns = false
  /// Explores the store in use. Returns the text to print.
  var onExploring: ((ExplorationGoal) throws(Diagnostic) -> String)?
  /// Continues the session in the rebuilt driver once the line has ended. Returns the text to print, if
  /// any.
  var onReloading: (() throws(Diagnostic) -> String?)?
  /// Called for each action that becomes part of the script state.
  var onTransition: ((StateTransition, _ isSilent: Bool) -> Void)?
  /// Called on any thread when external work completes.
  var wake: @Sendable () -> Void = {}
}
