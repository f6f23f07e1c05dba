/// A format other than a script that a session can be exported to.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// A test in Swift Testing that uses a `TestStore`.
  case swift
  /// All commands and their results, as one JSON object.
  case json
  /// A Mermaid sequence diagram.
  case mermaid
  /// A page for a browser, in one file.
  case html
  /// A trace in Chrome's format, for Perfetto.
  case trace

  /// Whether the format contains data that is redacted before it is written. The text of other
  /// formats is redacted as a whole.
  package var isRedactedAsData: Bool { self == .html || self == .trace }
}
