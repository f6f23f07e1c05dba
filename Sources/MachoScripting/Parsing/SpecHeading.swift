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
  /// Cases with the same commands: one for each row of the table below. The title may be empty.
  case cases(String)

  /// Parses the title of a phase. Returns `nil` if it is the title of a plain phase.
  package init?(title: String) {
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
    case "cases": self = .cases(text)
    default: return nil
    }
  }

  /// Whether it surrounds cases, or belongs to several of them.
  var isStructure: Bool {
    switch self {
    case .describe, .context, .beforeEach: true
    case .it, .cases: false
    }
  }

  /// Whether a table of cases is below it.
  package var hasTable: Bool {
    if case .cases = self { true } else { false }
  }

  /// Whether a title is missing. That of a table of cases may be.
  var lacksTitle: Bool {
    switch self {
    case .describe(let title), .context(let title), .it(let title): title.isEmpty
    case .beforeEach, .cases: false
    }
  }
}

/// A case of a specification: an `## it` heading, or a row below `## cases`, with what runs for it.
package struct ScriptCase: Codable, Hashable, Sendable {
  /// The titles, joined by ` / `.
  package let name: String
  /// The line of the heading or row, counted from 1.
  package let line: Int
  /// The titles of the subject, the circumstances and the case, and the values of its row. Not encoded,
  /// so empty in a case of a report.
  package private(set) var titles: [String] = []

  private enum CodingKeys: CodingKey { case name, line }

  package init(titles: [String], line: Int) {
    self.init(name: titles.joined(separator: " / "), line: line)
    self.titles = titles
  }

  /// Creates the case of a report.
  init(name: String, line: Int) {
    self.name = name
    self.line = line
  }

  /// Returns the name of a script, or of a case in it, in reports.
  package static func name(of specCase: ScriptCase?, in path: String) -> String {
    specCase.map { "\(path) > \($0.name)" } ?? path
  }
}
