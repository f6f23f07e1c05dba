/// What a step caused on one side of a comparison, as data that does not depend on the process.
package struct StepRecord: Codable, Equatable, Sendable {
  /// An action or a call with its values.
  package struct Item: Codable, Hashable, Sendable {
    /// The label of the action, or the name of the endpoint.
    package var name: String
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// A reduced action, or a modification without one.
  package struct Transition: Codable, Equatable, Sendable {
    /// The received action. `nil` for the sent one.
    package var received: Item?
    /// Whether no action made the change: a store of another architecture has none. Default: `false`.
    package var isModification = false
    /// The state after it as JSON. `nil` if it stayed equal.
    package var state: String?
  }

  /// The line of the script. Empty for the start.
  package var line: String
  /// What the step does, without values: the label of an action, `answer NAME`, or `advance`.
  package var label = ""
  /// Why the step could not be taken: the call is not pending, the child does not exist. Default: `nil`.
  package var refusal: String?
  package var transitions: [Transition] = []
  /// The state at the end as JSON. `nil` if it is that of the last transition.
  package var endState: String?
  /// The calls of endpoints, with their arguments.
  package var calls: [Item] = []
  /// What is in flight: open calls, the next deadline, other effects.
  package var pending: [Item] = []
  /// The reported issue or uncaught error, or the property that does not hold.
  package var problem: String?

  /// Creates the record of a step that caused nothing.
  package init(line: String) { self.line = line }
}

/// What the lines of a run caused on one side of a comparison.
package struct RunTrace: Codable, Equatable, Sendable {
  /// The `stub` lines before the first step.
  package var stubs: [String] = []
  /// The start and the steps. The last one is that in which the process ended, if it did.
  package var records: [StepRecord] = []
  /// The `stub` lines of endpoints that were not called.
  package var unusedStubs: Set<String> = []
  /// Whether effects waited for external work, so that the rest depends on other threads.
  package var isExternal = false
  /// A line whose values this side cannot read, because their types changed. Default: `nil`.
  package var unreadable: String?
  /// Whether what the lines caused is known in an order that does not depend on time.
  package var isComparable: Bool { !isExternal && unreadable == nil }
  /// How the process ended in the last step: a crash or a hang. Default: `nil` (it did not).
  package var end: String?

  /// Creates the trace of no step.
  package init() {}
}
