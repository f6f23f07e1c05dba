extension Change {
  /// The values on the lines that only the new state has, as the lines contain them, without labels.
  /// A value of several lines is not among them, but those of its parts are.
  package var addedValues: Set<String> {
    let form = scriptForm ?? ScriptForm(text: text, lines: lines)
    var values: Set<String> = []
    form.lines.forEach(in: form.text) { text, line in
      guard line.mark == .added, line.role == .value else { return }
      values.insert(String(line.value(of: text)))
    }
    return values
  }
}

extension ChangeLine {
  /// Returns the content of a line of text without its label.
  fileprivate func value(of text: String) -> Substring {
    let content = content(of: text)
    let labelLength =
      switch label {
      case .none: 0
      // The label ends with a colon and a space.
      case .text(let length): length + 2
      case .index(let index): String(index).utf8.count + 4
      }
    return Substring(content.utf8.dropFirst(labelLength))
  }
}
