/// A parsed `.macho` file: what it says, and its text, so that it can be rewritten without loss.
package struct Script: Equatable, Sendable {
  /// The version of the language that this reader knows.
  package static let version = 1

  /// What a logical line is.
  package enum Item: Equatable, Sendable {
    /// A command.
    case step(Step)
    /// A `##` line: what follows belongs to it until the next.
    case phase(Phase)
  }

  /// A titled part of a script: only the failing one is shown in full.
  package struct Phase: Hashable, Sendable {
    /// The title; it may be empty.
    package var title: String
    /// The line of the file, counted from 1.
    package var line: Int
  }

  /// The file's text.
  package var source: SourceText
  /// Commands and phases, in order. Comments and blank lines live in `source` only.
  package var items: [Item]
  /// The `-- name --` sections, in order.
  package var sections: [Section]

  /// The commands, in order.
  package var steps: [Step] {
    items.compactMap { item in
      if case .step(let step) = item { step } else { nil }
    }
  }

  /// The contents of the sections by name.
  package var files: [String: String] {
    Dictionary(sections.map { ($0.name, $0.contents) }, uniquingKeysWith: { first, _ in first })
  }
}
