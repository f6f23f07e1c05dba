/// A format other than a script that a session can be exported to.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// A test in Swift Testing that uses a `TestStore`.
  case swift
  /// All commands and their results, as one JSON object.
  case json
  /// A Mermaid sequence diagram.
  case mermaid
}
