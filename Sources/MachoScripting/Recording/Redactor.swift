/// Keeps secrets out of recordings: what a pattern matches, and the values of named properties.
///
/// One secret becomes one word wherever it stands, so that a recording of a feature that only hands
/// its secrets on still passes.
package final class Redactor {
  private let patterns: [Regex<AnyRegexOutput>]
  private let properties: [String]
  /// The secrets so far, the longest first, so that none is replaced in part.
  private var known: [(secret: String, replacement: String)] = []

  /// Makes a redactor; a pattern that does not parse is an error.
  package init(patterns: [String], properties: [String]) throws {
    self.patterns = try patterns.map { try Regex($0) }
    self.properties = properties
  }

  /// The text without secrets.
  package func redact(_ text: String) -> String {
    guard !patterns.isEmpty || !properties.isEmpty else { return text }
    for pattern in patterns {
      for match in text.matches(of: pattern) { learn(text[match.range]) }
    }
    for property in properties { learnValues(of: property, in: text) }
    var text = text
    for (secret, replacement) in known {
      // What is too short to be told from other text is one only as a whole literal.
      let isShort = secret.count < 4
      text = text.replacing(
        isShort ? "\"\(secret)\"" : secret, with: isShort ? "\"\(replacement)\"" : replacement)
    }
    return text
  }

  /// Finds `name: VALUE`, `\.name, VALUE` and `name == VALUE`.
  private func learnValues(of property: String, in text: String) {
    var rest = text[...]
    while let found = rest.range(of: property) {
      let before = text[..<found.lowerBound].last
      rest = rest[found.upperBound...]
      guard before.map({ !$0.isLetter && !$0.isNumber && $0 != "_" }) ?? true else { continue }
      let behind = rest.drop { $0 == " " }
      guard let mark = [":", ",", "==", "!=", "is ", "contains "].first(where: behind.hasPrefix)
      else { continue }
      for literal in value(behind.dropFirst(mark.count)).matches(of: Self.literal) {
        learn(literal.output.1 ?? literal.output.0)
      }
    }
  }

  // A regular expression without captured state, which nobody changes: strings, identifiers, and
  // numbers long enough to be secrets.
  nonisolated(unsafe) private static let literal =
    #/"((?:[^"\\\n]|\\.)+)"|\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b|\b[0-9]{4,}\b/#

  /// The value that a text begins with: to the end of the line, or of the bracket that it opens.
  private func value(_ text: Substring) -> Substring {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
        continue
      }
      switch character {
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case _ where isQuoted: break
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth < 0 { return text[..<index] }
      case ",", "\n": if depth == 0 { return text[..<index] }
      default: break
      }
    }
    return text
  }

  private func learn(_ secret: Substring) {
    guard !secret.isEmpty,
      !known.contains(where: { $0.secret == secret || $0.replacement == secret })
    else { return }
    let number = known.count + 1
    known.append((String(secret), replacement(of: secret, number)))
    known.sort { $0.secret.count > $1.secret.count }
  }

  /// A word of the same kind, so that what was a value still is one.
  private func replacement(of secret: Substring, _ number: Int) -> String {
    let digits = String(number)
    if secret.wholeMatch(of: /[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) != nil {
      return "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
    if secret.allSatisfy({ $0 >= "0" && $0 <= "9" }) {
      let zeros = max(0, secret.count - digits.count - 1)
      return "1" + String(repeating: "0", count: zeros) + digits
    }
    return "redacted-" + digits
  }
}
