import MachoSessions

/// Keeps secrets out of recordings: what a pattern matches, and the values of named properties.
///
/// One secret becomes one word wherever it stands, so that a recording of a feature that only hands
/// its secrets on still passes.
package final class Redactor {
  private let patterns: [Regex<AnyRegexOutput>]
  private let properties: [String]
  /// The secrets so far, the longest first, so that none is replaced in part.
  private var knownSecrets: [(secret: String, replacement: String)] = []

  /// Makes a redactor; a pattern that does not parse is an error.
  package init(patterns: [String], properties: [String]) throws {
    self.patterns = try patterns.map { try Regex($0) }
    self.properties = properties
  }

  /// The text without secrets.
  package func redact(_ text: String) -> String {
    guard !patterns.isEmpty || !properties.isEmpty else { return text }
    let original = text
    var text = text
    for pattern in patterns {
      for match in text.matches(of: pattern) { addSecret(text[match.range]) }
      // Where a pattern itself says so, the shortest match is one.
      text.replace(pattern) { match in self.knownReplacement(for: match[0].substring ?? "") }
    }
    for property in properties { addSecrets(of: property, in: text) }
    for (secret, replacement) in knownSecrets {
      // What is too short to be told from other text is one only as a whole literal.
      let isShort = secret.count < 4
      text = text.replacing(
        isShort ? "\"\(secret)\"" : secret, with: isShort ? "\"\(replacement)\"" : replacement)
    }
    return text == original ? text : Self.removingFailureOutput(text)
  }

  private func knownReplacement(for secret: Substring) -> String {
    knownSecrets.first { $0.secret == secret }?.replacement ?? String(secret)
  }

  /// A recording without what is told of lines whose code says that they fail: it quotes what they
  /// are, and underlines as many letters as a secret has.
  private static func removingFailureOutput(_ text: String) -> String {
    var kept: [String] = []
    var isTold = false
    var hasLeftOut = false
    for line in linesIgnoringCR(text) {
      if line.hasPrefix("|") {
        if isTold { hasLeftOut = true } else { kept.append(line) }
        continue
      }
      // The lines of one command belong together; what is told of it stands behind the last.
      if hasLeftOut { (isTold, hasLeftOut) = (false, false) }
      if case .code = (try? Line(parsing: line))?.expectedFailure { isTold = true }
      kept.append(line)
    }
    return kept.joined(separator: "\n")
  }

  /// Finds `name: VALUE`, `\.name, VALUE` and `name == VALUE`.
  private func addSecrets(of property: String, in text: String) {
    var rest = text[...]
    while let found = rest.range(of: property) {
      let before = text[..<found.lowerBound].last
      rest = rest[found.upperBound...]
      guard before.map({ !$0.isLetter && !$0.isNumber && $0 != "_" }) ?? true else { continue }
      let behind = rest.drop { $0 == " " }
      guard let mark = [":", ",", "==", "!=", "is ", "contains "].first(where: behind.hasPrefix)
      else { continue }
      for literal in valueRange(behind.dropFirst(mark.count)).matches(of: Self.literal) {
        addSecret(literal.output.1 ?? literal.output.0)
      }
    }
  }

  // A regular expression without captured state, which nobody changes: strings, identifiers, and
  // numbers long enough to be secrets.
  nonisolated(unsafe) private static let literal =
    #/"((?:[^"\\\n]|\\.)+)"|\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b|\b[0-9]{4,}\b/#

  /// The value that a text begins with: to the end of the line, or of the bracket that it opens.
  private func valueRange(_ text: Substring) -> Substring {
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

  private func addSecret(_ secret: Substring) {
    guard !secret.isEmpty,
      !knownSecrets.contains(where: { $0.secret == secret || $0.replacement == secret })
    else { return }
    let number = knownSecrets.count + 1
    knownSecrets.append((String(secret), replacement(of: secret, number)))
    knownSecrets.sort { $0.secret.count > $1.secret.count }
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
