/// A file inside a script: a `-- name --` line, and the lines below it up to the next one.
package struct Section: Hashable, Sendable {
  /// The name, which `@file("name")` refers to.
  package var name: String
  /// The contents; every line ends in `\n`.
  package var contents: String
  /// The line of the header, counted from 1.
  package var line: Int

  /// Makes a section.
  package init(name: String, contents: String, line: Int = 0) {
    self.name = name
    self.contents = contents
    self.line = line
  }
}

extension Section {
  /// The section as it is written in a script, with a final newline.
  package var text: String {
    var text = "-- \(name) --\n"
    var lines = linesIgnoringCR(contents)
    if lines.last == "" { lines.removeLast() }
    for line in lines {
      if Self.needsEscape(line) { text += "\\" }
      text += line
      text += "\n"
    }
    return text
  }

  /// Whether a line begins as a header does.
  static func looksLikeHeader(_ line: String) -> Bool {
    line.utf8.starts(with: "-- ".utf8)
  }

  /// The name that a header line gives; nil when the line is none.
  static func name(in line: String) -> String? {
    guard looksLikeHeader(line) else { return nil }
    let trimmed = trim(line[...])
    guard trimmed.utf8.count > 6, trimmed.utf8.suffix(3).elementsEqual(" --".utf8) else {
      return nil
    }
    let name = trim(Substring(trimmed.utf8.dropFirst(3).dropLast(3)))
    return name.isEmpty ? nil : String(name)
  }

  /// A line of contents as it was meant: one backslash before `-- ` is dropped.
  static func unescape(_ line: String) -> String {
    guard line.utf8.first == UInt8(ascii: "\\"), needsEscape(line) else { return line }
    return String(Substring(line.utf8.dropFirst()))
  }

  /// Backslashes before `-- ` pile up, so that a line which has some already survives.
  private static func needsEscape(_ line: String) -> Bool {
    line.utf8.drop { $0 == UInt8(ascii: "\\") }.starts(with: "-- ".utf8)
  }
}

/// Text without the spaces and tabs around it.
func trim(_ text: Substring) -> Substring {
  func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
  var bytes = text.utf8.drop(while: isSpace)
  while let last = bytes.last, isSpace(last) { bytes.removeLast() }
  return Substring(bytes)
}
