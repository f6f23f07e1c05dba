/// The meaning of a `##` line in a specification.
package enum SpecHeading: Hashable, Sendable {
  /// A subject. It begins at the top level, whatever is above it.
  case describe(String)
  /// A circumstance, inside of the subject above it.
  case context(String)
  /// Commands that run before those of each case of the same subject and circumstance.
  case beforeEach
  /// A case.
  case it(String)

  /// Parses the title of a phase. Returns `nil` if it is the title of a plain phase.
  init?(title: String) {
    guard title != "before each" else {
      self = .beforeEach
      return
    }
    let end = title.firstIndex { $0 == " " || $0 == "\t" } ?? title.endIndex
    let text = String(trim(title[end...]))
    switch title[..<end] {
    case "describe": self = .describe(text)
    case "context": self = .context(text)
    case "it": self = .it(text)
    default: return nil
    }
  }

  /// Whether it surrounds cases: all but `it`.
  var isStructure: Bool {
    if case .it = self { false } else { true }
  }

  /// The title. `nil` for `before each`.
  var title: String? {
    switch self {
    case .describe(let title), .context(let title), .it(let title): title
    case .beforeEach: nil
    }
  }
}

/// A case of a specification: an `## it` heading with what runs for it.
package struct ScriptCase: Codable, Hashable, Sendable {
  /// The titles of the subject, the circumstances and the case, joined by ` / `.
  package var name: String
  /// The line of the heading, counted from 1.
  package var line: Int

  /// Returns the name of a script, or of a case in it, in reports.
  package static func name(of specCase: ScriptCase?, in path: String) -> String {
    specCase.map { "\(path) > \($0.name)" } ?? path
  }
}
