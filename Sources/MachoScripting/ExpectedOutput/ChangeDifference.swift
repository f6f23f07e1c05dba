import MachoDiff

/// A property of a state that an expected change and the actual one treat differently.
package struct ChangeDifference: Codable, Hashable, Sendable {
  /// What a change does with a property.
  package enum Effect: Codable, Hashable, Sendable {
    case none
    case removed
    /// The new value as text; the first line of a value of several lines.
    case value(String)
  }

  /// The path as in an `expect`; empty for the whole state. An element with an `id` has it as its
  /// index: `rows[id: 3].name`.
  package var path: String
  package var expected: Effect
  package var actual: Effect

  /// One line: `rows[id: 3].name: expected "a", actual "b"`.
  package var text: String {
    let subject = path.isEmpty ? "state" : path
    return "\(subject): expected \(expected.text), actual \(actual.text)"
  }
}

extension ChangeDifference.Effect {
  fileprivate var text: String {
    switch self {
    case .none: "no change"
    case .removed: "removed"
    case .value(let text): text
    }
  }
}

/// Finds the properties in which lines of expected and of actual changes differ.
struct ChangeDifferences {
  /// The lines of one side, with the line that opens what contains each.
  struct Lines {
    var texts: [String]
    var forms: [ChangeLine?]
    var parents: [Int?]
  }

  private let expected: Lines
  private let actual: Lines
  /// The line of output that matches an expected line.
  private let matches: [Int: Int]
  /// The differences in the order of their first lines.
  private(set) var all: [ChangeDifference] = []

  init(expected: Lines, actual: Lines, _ alignment: Mismatch.Alignment) {
    self.expected = expected
    self.actual = actual
    matches = Dictionary(
      alignment.pairs.map { ($0.expected, $0.actual) }, uniquingKeysWith: { first, _ in first })
    let wanted = effects(of: alignment.missing, expected, path(ofExpected:))
    let found = effects(of: alignment.extra, actual, path(ofActual:))
    // The other side may change the property in a line that matches another one.
    let allWanted = effects(of: Array(expected.forms.indices), expected, path(ofExpected:))
    let allFound = effects(of: Array(actual.forms.indices), actual, path(ofActual:))
    for path in wanted.paths + found.paths.filter({ wanted.effects[$0] == nil }) {
      let (expected, actual) = (
        wanted.effects[path] ?? newValue(path, allWanted.effects),
        found.effects[path] ?? newValue(path, allFound.effects)
      )
      if expected != actual {
        all.append(ChangeDifference(path: path, expected: expected, actual: actual))
      }
    }
  }

  private func newValue(
    _ path: String, _ effects: [String: ChangeDifference.Effect]
  ) -> ChangeDifference.Effect {
    if case .value(let text)? = effects[path] { .value(text) } else { .none }
  }

  /// Returns what unmatched lines of a change do with each property.
  private func effects(
    of unmatched: [Int], _ lines: Lines, _ path: (Int) -> String
  ) -> (paths: [String], effects: [String: ChangeDifference.Effect]) {
    var paths: [String] = []
    var effects: [String: ChangeDifference.Effect] = [:]
    let all = Set(unmatched)
    for index in unmatched {
      guard let form = lines.forms[index], form.isChange, form.role != .closing,
        form.role != .content, form.role != .endOfString
      else { continue }
      // Of a value of several lines, the first one is sufficient.
      if let parent = lines.parents[index], all.contains(parent),
        lines.forms[parent]?.mark == form.mark
      {
        continue
      }
      // The added line says what replaces the value.
      if form.mark == .removed, isReplaced(index, form, lines) { continue }
      let path = path(index)
      if effects[path] == nil { paths.append(path) }
      if form.mark == .added {
        effects[path] = .value(value(of: lines.texts[index], form))
      } else if effects[path] == nil {
        effects[path] = .removed
      }
    }
    return (paths, effects)
  }

  /// Whether a line with the new value follows a removed one.
  private func isReplaced(_ index: Int, _ form: ChangeLine, _ lines: Lines) -> Bool {
    guard let depth = form.depth else { return false }
    let next = lines.forms.indices.dropFirst(index + 1).first { next in
      guard let line = lines.forms[next], let other = line.depth else {
        return lines.forms[next] == nil
      }
      return line.role != .closing && other <= depth
    }
    guard let next, let line = lines.forms[next] else { return false }
    return line.mark == .added && line.depth == depth && line.label == form.label
      && label(of: lines.texts[next], line) == label(of: lines.texts[index], form)
  }

  private func path(ofExpected index: Int) -> String {
    if let match = matches[index] { return path(ofActual: match) }
    return path(of: index, expected, path(ofExpected:))
  }

  private func path(ofActual index: Int) -> String { path(of: index, actual, path(ofActual:)) }

  /// Returns the path of the value of a line. `outer` returns the path of a value that contains it.
  private func path(of index: Int, _ lines: Lines, _ outer: (Int) -> String) -> String {
    guard let form = lines.forms[index] else { return "" }
    let parent = lines.parents[index]
    let path = parent.map { outer($0) + caseName(of: $0, lines) } ?? ""
    switch form.label {
    case .none: return path
    case .index(let number):
      return path + "[\(identity(of: index, lines).map { "id: \($0)" } ?? "\(number)")]"
    case .text:
      let label = label(of: lines.texts[index], form)
      let isKey = parent.flatMap { lines.forms[$0]?.container } == .elements
      return isKey ? path + "[\(label)]" : path.isEmpty ? label : path + "." + label
    }
  }

  /// Returns `.loaded` for a line that opens the fields of this case. Empty for others.
  private func caseName(of index: Int, _ lines: Lines) -> String {
    guard let form = lines.forms[index], form.container == .fields else { return "" }
    let value = value(of: lines.texts[index], form)
    guard value.utf8.first == UInt8(ascii: ".") else { return "" }
    var isName = false
    let end = value.firstIndex { character in
      if character == "`" { isName.toggle() }
      return !isName && character == "("
    }
    return end.map { String(value[..<$0]) } ?? ""
  }

  /// Returns the `id` in the value that an unchanged line opens.
  private func identity(of index: Int, _ lines: Lines) -> String? {
    guard lines.forms[index]?.mark == .unchanged else { return nil }
    var inner = index + 1
    while inner < lines.forms.count, let parent = lines.parents[inner], parent >= index {
      if parent == index, let form = lines.forms[inner], form.isIdentity, form.mark == .unchanged {
        return value(of: lines.texts[inner], form)
      }
      inner += 1
    }
    return nil
  }

  /// Returns the label before the colon. Empty for an index.
  private func label(of text: String, _ form: ChangeLine) -> String {
    guard case .text(let length) = form.label else { return "" }
    return String(decoding: form.content(of: text).utf8.prefix(length), as: UTF8.self)
  }

  /// Returns the value of a line without its label.
  private func value(of text: String, _ form: ChangeLine) -> String {
    let label =
      switch form.label {
      case .none: 0
      case .text(let length): length + 2
      case .index(let index): String(index).utf8.count + 4
      }
    let closing =
      switch form.container {
      case .fields: "…)"
      case .elements: "…]"
      case .set: "…])"
      case nil: form.role == .startOfString ? "…" : ""
      }
    return String(decoding: form.content(of: text).utf8.dropFirst(label), as: UTF8.self) + closing
  }
}
