/// Names as the source spells them.
///
/// A raw identifier has backticks in the metadata too, but each of its spaces is a no-break space
/// there, because spaces separate names.
package enum SourceIdentifier {
  /// Returns a name with the spaces of the source: `` `my name` ``.
  package static func spelling(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "`")) else { return name }
    var isRaw = false
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if scalar == "`" { isRaw.toggle() }
      text.append(isRaw && scalar == "\u{a0}" ? " " : scalar)
    }
    return String(text)
  }

  /// Returns the name as the metadata and custom-dump spell it.
  package static func stored(_ name: String) -> String {
    name.utf8.first == UInt8(ascii: "`")
      ? String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == " " ? "\u{a0}" : $0 }))
      : name
  }

  /// Returns the name at the start of a text, with its backticks if it is a raw identifier.
  package static func prefix(of text: Substring) -> Substring {
    guard text.first == "`" else {
      return text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    }
    let end = text.dropFirst().firstIndex(of: "`")
    return end.map { text[...$0] } ?? text[..<text.startIndex]
  }
}
