/// How a script that macho writes contains the diffs of a session. Both forms pass `macho test`.
package enum DiffLayout: Hashable, Sendable {
  /// Only what a test compares: changed lines, and the lines that open, identify and close what
  /// contains them. Source line numbers are omitted.
  case compact
  /// All lines, as a prompt prints them.
  case full
}
