extension ScriptError {
  /// The error as a person reads it: place, line, caret, suggestion; without a final newline.
  package func text(path: String? = nil) -> String {
    let place = "\(path ?? "line") \(line):\(columns.lowerBound + 1)"
    var lines = [path == nil ? place : "\(path ?? ""):\(line):\(columns.lowerBound + 1)"]
    if source.isEmpty {
      lines[0] += ": \(code.rawValue): \(message)"
    } else {
      let excerpt = Excerpt(of: source, columns: columns)
      lines.append(excerpt.text)
      lines.append("\(excerpt.carets) \(code.rawValue): \(message)")
    }
    if let suggestion { lines.append(suggestion) }
    return lines.joined(separator: "\n")
  }
}

extension ScriptErrors {
  /// All errors, each as `ScriptError.text(path:)`, an empty line between two.
  package func text(path: String? = nil) -> String {
    errors.map { $0.text(path: path) }.joined(separator: "\n\n")
  }
}

/// What is shown of a line, and the carets under it. A terminal's columns are counted, not bytes.
private struct Excerpt {
  var text = ""
  var carets = ""

  init(of source: String, columns: Range<Int>) {
    let (before, after) = (60, 40)
    var column = 0
    var cut = false
    for character in source {
      defer { column += character.utf8.count }
      if column + before < columns.lowerBound {
        cut = true
        continue
      }
      if cut {
        append("...", caret: " ")
        cut = false
      }
      if column >= columns.upperBound + after {
        append("...", caret: "")
        break
      }
      let caret = columns.contains(column) ? "^" : column < columns.lowerBound ? " " : ""
      append(character, caret: caret)
    }
    if !carets.contains("^") { carets += "^" }
  }

  private mutating func append(_ character: Character, caret: String) {
    if character == "\t" {
      text += " "
      carets += caret
    } else if character.unicodeScalars.contains(where: GutterText.isHostile) {
      text += "\u{FFFD}"
      carets += caret
    } else {
      text.append(character)
      carets += String(repeating: caret, count: isWide(character) ? 2 : 1)
    }
  }

  private mutating func append(_ marker: String, caret: String) {
    text += marker
    carets += String(repeating: caret, count: marker.utf8.count)
  }

  /// East Asian wide and emoji: the ranges that terminals agree on.
  private func isWide(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return true
    default:
      return false
    }
  }
}
