/// The structure of a script with `describe`, `context`, `before each`, `it` and `cases` headings.
///
/// Each case runs in a session of its own: the lines above the first heading, the `before each`
/// parts from the outermost to the innermost, the variables of its row, and the lines of the case.
package struct Spec: Equatable, Sendable {
  /// A heading with the commands up to the next heading.
  struct Part: Equatable, Sendable {
    var heading: SpecHeading
    /// The titles of the subject and of the circumstances, and of the case.
    var path: [String]
    /// The lines of the file, counted from 1.
    var lines: Range<Int>
    /// The heading and the commands.
    var items: [Script.Item]

    /// Whether the part has commands.
    var isEmpty: Bool { items.count == 1 }

    /// The rows of a `cases` heading. `nil` below any other.
    var table: CaseTable? {
      guard case .phase(let phase)? = items.first else { return nil }
      return phase.table
    }

    /// The cases: one of `it`, one for each row of `cases`, and none of any other heading.
    var cases: [ScriptCase] {
      guard !heading.isStructure else { return [] }
      guard let table else { return [ScriptCase(titles: path, line: lines.lowerBound)] }
      return table.rows.map { row in
        ScriptCase(titles: path + [table.name(of: row)], line: row.line)
      }
    }

    /// Whether this part surrounds a path, or is at it.
    func surrounds(_ other: [String]) -> Bool { other.starts(with: path) }
  }

  /// The commands above the first heading.
  var preamble: [Script.Item] = []
  private(set) var parts: [Part] = []
  /// The plain phases. A specification has none.
  private(set) var strayPhases: [Script.Phase] = []

  /// Finds the parts of a script that has a heading of a specification.
  ///
  /// - Parameter lastLine: The last line above the sections.
  init(_ items: [Script.Item], lastLine: Int) {
    var context: [String] = []
    var subjectCount = 0
    for item in items {
      guard case .phase(let phase) = item, let heading = SpecHeading(title: phase.title) else {
        if case .phase(let phase) = item { strayPhases.append(phase) }
        if parts.isEmpty {
          preamble.append(item)
        } else {
          parts[parts.count - 1].items.append(item)
        }
        continue
      }
      switch heading {
      case .describe(let title):
        context = Self.titles(title)
        subjectCount = context.count
      case .context(let title): context = context.prefix(subjectCount) + Self.titles(title)
      case .beforeEach, .it, .cases: break
      }
      var path = context
      switch heading {
      case .it(let title), .cases(let title): path += Self.titles(title)
      case .describe, .context, .beforeEach: break
      }
      if !parts.isEmpty { parts[parts.count - 1].lines = parts.last!.lines.lowerBound..<phase.line }
      parts.append(
        Part(
          heading: heading, path: path, lines: phase.line..<max(phase.line, lastLine) + 1,
          items: [item]))
    }
  }

  /// Whether a script may have a heading. `false` is certain.
  static func mayOccur(in script: [UInt8]) -> Bool {
    let mark = UInt8(ascii: "#")
    return zip(script, script.dropFirst()).contains { $0 == mark && $1 == mark }
  }

  private static func titles(_ title: String) -> [String] {
    title.split(separator: " / ").map(String.init)
  }

  /// The cases, in the order of the file.
  package var cases: [ScriptCase] { parts.flatMap(\.cases) }

  /// The cases, each with the index of its part, in the order of the file.
  var casesByPart: [(part: Int, specCase: ScriptCase)] {
    parts.indices.flatMap { index in parts[index].cases.map { (part: index, specCase: $0) } }
  }

  /// Returns the only case whose own lines contain a line.
  package func specCase(at line: Int) -> ScriptCase? {
    let found = ownCases(at: line)
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the cases that a line selects: the case of a row, the cases whose own lines contain it, or
  /// the cases of its context.
  package func cases(at line: Int) -> [ScriptCase] {
    let own = ownCases(at: line)
    guard own.isEmpty, let part = parts.first(where: { $0.lines.contains(line) }) else {
      return own
    }
    return parts.filter { part.surrounds($0.path) }.flatMap(\.cases)
  }

  /// Returns the case of a row, or all cases whose own lines contain a line.
  package func ownCases(at line: Int) -> [ScriptCase] {
    let found = parts.first { $0.lines.contains(line) }?.cases ?? []
    return found.first { $0.line == line }.map { [$0] } ?? found
  }

  /// Returns the `before each` parts that run before the part at an index, in their order.
  func setup(ofPart index: Int) -> [Part] {
    let before = parts[..<index].filter {
      $0.heading == .beforeEach && $0.surrounds(parts[index].path)
    }
    return before.sorted {
      ($0.path.count, $0.lines.lowerBound) < ($1.path.count, $1.lines.lowerBound)
    }
  }
}
