/// A script and one of its lines, as users write them: `search.macho:12`.
package struct ScriptLocation {
  /// The path of the script.
  package let path: String
  /// The line, counted from 1. `nil` if only a script is named.
  package let line: Int?

  /// Creates a location.
  package init(path: String, line: Int?) {
    self.path = path
    self.line = line
  }

  /// Splits a text. A file with a colon in its name needs no line.
  package init(_ text: String) {
    guard !ScriptFiles.exists(text), let colon = text.lastIndex(of: ":"),
      let line = Int(text[text.index(after: colon)...]), line > 0
    else {
      (path, self.line) = (text, nil)
      return
    }
    (path, self.line) = (String(text[..<colon]), line)
  }
}
