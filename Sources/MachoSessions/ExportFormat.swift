/// What a session can be written as, besides a script.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// A test in Swift Testing that drives a TestStore.
  case swift
  /// What was done and what came of it, as one JSON object.
  case json
  /// A sequence diagram.
  case mermaid
}
