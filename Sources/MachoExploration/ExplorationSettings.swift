import MachoSessions

/// What an exploration runs and checks.
package struct ExplorationSettings: Codable, Sendable {
  /// The seed of all random choices.
  package var seed: UInt64 = 0
  /// The maximum number of steps of a run.
  package var depth = 50
  /// The conditions that must hold after each step, when the store is idle.
  package var invariants: [String] = []
  /// The properties that are checked, besides those that the lines before the first step declare.
  package var properties: [String] = []
  /// The regular expression of the labels of the actions to send. Default: `nil` (all but those
  /// that effects send).
  package var actions: String?
  /// The regular expression of the labels of the actions that are not sent. Default: `nil` (none).
  package var excluded: String?
  /// The labels of the actions to send. Default: `nil` (those of `actions`).
  package var labels: Set<String>?
  /// The names of properties that bindings set although no view can be known to bind them.
  package var bindings: [String] = []
  /// The orders of ready jobs to try in each run.
  package var orders = OrderStrategy.fifo
  /// Whether a final state that depends on the order of ready jobs is a failure.
  package var findsRaces = false
  /// The labels of the actions that effects send.
  package var receivedLabels: Set<String> = []
  /// The names of the screens that the feature pushes on stacks itself. A view may push others. Default:
  /// `nil` (they are not known, and no screen is pushed).
  package var shownScreens: Set<String>?
  /// The endpoints that effects call, as far as the first runs found out.
  package var calledEndpoints: Set<String> = []
  /// The `send` and `answer` texts of scripts, whose values are used.
  package var scriptLines: [Line] = []

  /// Creates settings with defaults.
  package init() {}
}
