/// A parsed `.macho` file with its source text, so that it can be rewritten without loss.
package struct Script: Equatable, Sendable {
  /// The supported version of the language.
  package static let version = 1

  /// A command or a phase.
  package enum Item: Equatable, Sendable {
    /// A command: its index in `steps`.
    case step(Int)
    /// A `##` line. It extends to the next phase.
    case phase(Phase)
  }

  /// A titled part of a script. Reports name the phase of a failure.
  package struct Phase: Hashable, Sendable {
    /// The title. May be empty.
    package var title: String
    /// The line of the file, counted from 1.
    package var line: Int
    /// The rows below a `## cases` heading. `nil` below any other.
    var table: CaseTable?
  }

  /// The file's text.
  package var source: SourceText
  /// The commands and phases, in order. Comments and blank lines are in `source` only.
  package var items: [Item]
  /// The commands, in order.
  package var steps: [Step]
  /// The `-- name --` sections, in order.
  package var sections: [Section]
  /// The structure of a specification. `nil` for any other script, and for a case of one.
  package var spec: Spec?
  /// What a case of a specification is a part of. `nil` for a whole script.
  package var selection: SpecSelection?

  /// The line of the first `## cases` heading. `nil` if there is none.
  package var firstTableLine: Int? {
    for case .phase(let phase) in items where phase.table != nil { return phase.line }
    return nil
  }

  /// The contents of the sections by name.
  package var files: [String: String] {
    Dictionary(sections.map { ($0.name, $0.contents) }, uniquingKeysWith: { first, _ in first })
  }
}
