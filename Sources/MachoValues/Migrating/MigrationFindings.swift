/// What changes of declarations mean for a text.
package struct MigrationFindings: Sendable {
  /// A file that a value is read from.
  package struct FileUse: Sendable {
    /// The name of the file.
    package var name: String
    /// The type of the value. `nil` if it is not known.
    package var type: Any.Type?
    /// Whether properties that the value omits have the values of another one.
    package var isOverlay: Bool
    /// The UTF-8 offset of the value in the text.
    package var offset: Int
  }

  /// The replacements.
  package internal(set) var edits: Set<MigrationEdit> = []
  /// The places that may concern a change, in the order of the text, each once.
  package internal(set) var notes: [MigrationNote] = []
  /// The files that values are read from.
  package internal(set) var files: [FileUse] = []
  /// Whether an action of the text has a case that was removed.
  package internal(set) var hasRemovedAction = false

  /// Creates findings without any.
  package init() {}

  /// Adds a place that may concern a change.
  package mutating func add(_ note: MigrationNote) {
    if !notes.contains(note) { notes.append(note) }
  }
}

extension MemberChanges {
  /// Returns what the changes mean for a text.
  package func findings(in text: MigrationText) -> MigrationFindings {
    var walker = MemberWalker(text, self)
    for part in text.parts { walker.visit(part) }
    return walker.findings
  }
}
