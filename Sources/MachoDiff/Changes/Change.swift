/// A change of a value: the lines of `_printChanges`, each with what it is.
///
/// The lines are a tree in preorder. A line contains the lines that follow with a greater depth.
package struct Change: Hashable, Sendable {
  /// The text. Lines are separated by newlines.
  package let text: String
  /// What each line of the text is.
  package let lines: [ChangeLine]
  /// The form of the change in scripts. `nil` if that is the same.
  ///
  /// `_printChanges` prints a value with a single field as two whole values: `- State(count: 0)` and
  /// `+ State(count: 1)`. In a script it has the form that it has beside a second field, so that the
  /// script stays valid when one is added.
  package let scriptForm: ScriptForm?

  /// The text and the lines of a change in scripts.
  package struct ScriptForm: Codable, Hashable, Sendable {
    package let text: String
    package let lines: [ChangeLine]

    package init(text: String, lines: [ChangeLine]) {
      self.text = text
      self.lines = lines
    }
  }

  package init(text: String, lines: [ChangeLine], scriptForm: ScriptForm?) {
    self.text = text
    self.lines = lines
    self.scriptForm = scriptForm
  }

  /// The text of each line.
  package var lineTexts: [String] {
    var texts: [String] = []
    texts.reserveCapacity(lines.count)
    lines.forEach(in: text) { text, _ in texts.append(text) }
    return texts
  }
}

/// What one line of a change is: a mark in two columns, then an indented part of a dump.
package struct ChangeLine: Codable, Hashable, Sendable {
  /// Whether one of the two values lacks the line.
  package enum Mark: String, Codable, Sendable {
    case removed, added, unchanged
  }

  /// What a line does to the nesting.
  package enum Role: Codable, Hashable, Sendable {
    /// A value, or the first line of a value.
    case value
    /// A number instead of unchanged elements: `… (3 unchanged)`.
    case unchanged(count: Int)
    /// The first line of a multi-line string.
    case startOfString
    /// A line inside of a multi-line string, as its value has it.
    case content
    /// The last line of a multi-line string.
    case endOfString
    /// The last line of another value.
    case closing
  }

  /// What is before the value.
  package enum Label: Codable, Hashable, Sendable {
    case none
    /// The name of a field or the key of an element, with its length in bytes of UTF-8.
    case text(length: Int)
    /// The index of an element.
    case index(Int)
  }

  /// What the lines inside of a value are.
  package enum Container: String, Codable, Sendable {
    case fields, elements, set
  }

  package var mark: Mark
  package var role = Role.value
  /// The indentation after the mark in spaces. `nil` in a multi-line string and in a line of spaces,
  /// where the indentation does not express nesting.
  package var depth: Int?
  package var label = Label.none
  /// What the following lines are, if the line ends where they begin.
  package var container: Container?
  /// Whether the line is the whole `id` of a value, and tells the value from others.
  package var isIdentity = false
  /// The length in the text of the change in bytes of UTF-8.
  package var length: Int
  /// Whether a comma follows the value.
  package var hasComma = false

  package init(mark: Mark, depth: Int?, length: Int = 0) {
    self.mark = mark
    self.depth = depth
    self.length = length
  }

  package var isChange: Bool { mark != .unchanged }

  /// The index of the element that the line begins. `nil` if it begins none.
  package var index: Int? {
    if case .index(let index) = label { index } else { nil }
  }

  /// The UTF-8 range of the index in the text of the line: `3` in `[3]: Row(`.
  package var indexRange: Range<Int>? {
    guard let index, let depth else { return nil }
    return 3 + depth..<3 + depth + String(index).utf8.count
  }

  /// The mark of an unchanged line and the indentation, in spaces.
  package var indentation: String { String(repeating: " ", count: 2 + (depth ?? 0)) }

  /// Sets whether a comma follows the value from the last byte of the line.
  package mutating func readComma(last: UInt8?) {
    // In a string, it is part of the value.
    hasComma = last == UInt8(ascii: ",") && role != .content && role != .startOfString
  }

  /// Returns the text of the line without its mark, its indentation and a comma after its value.
  package func content(of text: String) -> String {
    let content = text.utf8.dropFirst(2 + (depth ?? 0))
    return String(decoding: hasComma ? content.dropLast() : content, as: UTF8.self)
  }

  /// The number of elements that an unchanged line represents: 1 for an element without contents.
  package var unchangedElements: Int {
    guard mark == .unchanged else { return 0 }
    if case .unchanged(let count) = role { return count }
    return index != nil ? 1 : 0
  }
}

extension [ChangeLine] {
  /// Calls a function with the text of each line, and what the line is.
  ///
  /// - Parameter text: The text of the change. Its lines are separated by newlines.
  package func forEach(in text: String, _ body: (String, ChangeLine) -> Void) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for line in self {
        let end = start + line.length
        precondition(end <= bytes.count, "a line of a change is longer than its text")
        body(String(decoding: bytes[start..<end], as: UTF8.self), line)
        start = end + 1
      }
    }
  }
}
