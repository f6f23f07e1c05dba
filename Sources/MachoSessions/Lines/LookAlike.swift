/// A character that resembles a part of the language but is another one, such as a full-width
/// space or a curly quotation mark.
///
/// Most of them are allowed in Swift's identifiers, so a line may have them in a name. Only the
/// error of a line that failed mentions them.
package struct LookAlike {
  let scalar: Unicode.Scalar
  /// What the language has instead. Empty if the character is invisible.
  let meaning: String
  /// The UTF-8 offset in the line.
  let offset: Int
  /// The word before the character.
  let context: Substring

  /// Returns what to write instead of the look-alikes of a line outside of its strings, or everywhere.
  package static func notes(in line: String, includingStrings: Bool = false) -> [String] {
    notes(on: find(in: line, includingStrings: includingStrings))
  }

  fileprivate static func notes(on found: [LookAlike]) -> [String] {
    var seen: Set<Unicode.Scalar> = []
    return found.filter { seen.insert($0.scalar).inserted }.prefix(3).map(\.note)
  }

  /// Returns the look-alikes of a line outside of its strings, or everywhere.
  fileprivate static func find(in line: String, includingStrings: Bool = false) -> [LookAlike] {
    var found: [LookAlike] = []
    var nesting = NestingScanner()
    let bytes = Array(line.utf8)
    var scanned = 0
    var offset = 0
    for index in line.unicodeScalars.indices {
      let scalar = line.unicodeScalars[index]
      defer { offset += scalar.utf8.count }
      guard !scalar.isASCII, let meaning = meaning(of: scalar) else { continue }
      while scanned < offset { nesting.advance(bytes, &scanned) }
      guard includingStrings || !nesting.isInString else { continue }
      let before = line[..<index].reversed().prefix { !$0.isWhitespace }.prefix(20)
      found.append(
        LookAlike(
          scalar: scalar, meaning: meaning, offset: offset,
          context: line[..<index].suffix(before.count)))
    }
    return found
  }

  private static func meaning(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    // The full-width forms of ASCII.
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0).map { String(Character($0)) }
    // Invisible characters, without the joiners and selectors that are part of words and emoji.
    case 0xAD, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: ""
    default: others[scalar] ?? (scalar.properties.isWhitespace ? " " : nil)
    }
  }

  private static let others: [Unicode.Scalar: String] = [
    "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "‘": "\"", "’": "\"", "「": "\"", "」": "\"",
    "『": "\"", "』": "\"", "｢": "\"", "｣": "\"", "«": "\"", "»": "\"",
    "【": "[", "】": "]", "〔": "[", "〕": "]", "〈": "<", "〉": ">",
    "、": ",", "､": ",", "。": ".", "｡": ".", "…": "...", "→": "->", "⇒": "->",
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-",
    "≠": "!=", "≤": "<=", "≥": ">=", "≦": "<=", "≧": ">=", "¥": "\\", "￥": "\\",
  ]

  /// What to write instead.
  private var note: String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let place = context.isEmpty ? "at the start of the line" : "after '\(context)'"
    return switch meaning {
    case "": "delete the invisible character (\(code)) \(place)"
    case " ":
      "write a space instead of the \(scalar == "\u{3000}" ? "full-width" : "Unicode") space "
        + "(\(code)) \(place)"
    default: "write '\(meaning)' instead of '\(scalar)' (\(code))"
    }
  }
}

extension Diagnostic {
  /// Returns the error of a line. If the error is about the line's text, and the text has
  /// look-alikes, notes name them, and the first candidate is without them.
  func namingLookAlikes(in line: String) -> Diagnostic {
    guard DiagnosticCode.textCodes.contains(code) else { return self }
    let found = LookAlike.find(in: line, includingStrings: code == "unclosed")
    guard !found.isEmpty else { return self }
    var named = self
    named.notes = LookAlike.notes(on: found) + notes
    if let range, found.contains(where: { range.contains($0.offset) }) {
      let text = String(decoding: Array(line.utf8)[range], as: UTF8.self)
      let fixed = Self.replacing(found, in: line, range)
      named.candidates = [fixed] + candidates.filter { $0 != fixed && !$0.contains(text) }
      named.mismatch = nil
    }
    return named
  }

  /// Returns the text of a range with each look-alike replaced.
  private static func replacing(_ found: [LookAlike], in line: String, _ range: Range<Int>)
    -> String
  {
    var bytes = Array(line.utf8)[range]
    for one in found.reversed() where range.contains(one.offset) {
      bytes.replaceSubrange(one.offset..<one.offset + one.scalar.utf8.count, with: one.meaning.utf8)
    }
    return String(Substring(decoding: bytes, as: UTF8.self).trimmingBlanks)
  }
}
