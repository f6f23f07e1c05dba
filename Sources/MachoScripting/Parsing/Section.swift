/// A file inside a script: a `-- name --` header and the lines up to the next header.
package struct Section: Hashable, Sendable {
  /// The name, as used in `@file("name")`.
  package var name: String
  /// The contents. Every line ends in `\n`.
  package var contents: String
  /// The line of the header, counted from 1.
  package var line: Int

  /// Creates a section.
  package init(name: String, contents: String, line: Int = 0) {
    self.name = name
    self.contents = contents
    self.line = line
  }
}

extension Section {
  /// The section as text of a script, with a final newline.
  package var text: String {
    var text = "-- \(name) --\n"
    var lines = linesIgnoringCR(of: contents)
    if lines.last == "" { lines.removeLast() }
    for line in lines {
      if Self.needsEscape(line) { text += "\\" }
      text += line
      text += "\n"
    }
    return text
  }

  /// Whether a line begins like a header.
  static func looksLikeHeader(_ line: String) -> Bool {
    line.utf8.starts(with: "-- ".utf8)
  }

  /// Returns the name in a header line, or `nil` if the line is not a header.
  static func name(in line: String) -> String? {
    guard looksLikeHeader(line) else { return nil }
    let trimmed = trim(line[...])
    guard trimmed.utf8.count > 6, trimmed.utf8.suffix(3).elementsEqual(" --".utf8) else {
      return nil
    }
    let name = trim(Substring(trimmed.utf8.dropFirst(3).dropLast(3)))
    return name.isEmpty ? nil : String(name)
  }

  /// Returns a line of contents without its escape: drops one backslash before `-- `.
  static func unescape(_ line: String) -> String {
    guard line.utf8.first == UInt8(ascii: "\\"), needsEscape(line) else { return line }
    return String(Substring(line.utf8.dropFirst()))
  }

  /// Whether a line needs a backslash: `-- `, possibly after other backslashes, which are kept.
  private static func needsEscape(_ line: String) -> Bool {
    line.utf8.drop { $0 == UInt8(ascii: "\\") }.starts(with: "-- ".utf8)
  }
}

/// Returns text without surrounding spaces and tabs.
func trim(_ text: Substring) -> Substring {
  func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
  var bytes = text.utf8.drop(while: isSpace)
  while let last = bytes.last, isSpace(last) { bytes.removeLast() }
  return Substring(bytes)
}
