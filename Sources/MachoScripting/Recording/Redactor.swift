import MachoSessions
import MachoValues

/// Replaces secrets in recordings: matches of patterns, and values of named properties.
///
/// A secret has the same replacement everywhere, so a recording still passes if the feature only
/// forwards its secrets.
package final class Redactor {
  private let patterns: [Regex<AnyRegexOutput>]
  private let properties: [String]
  /// The secrets so far, longest first, so that a secret is not replaced as part of a shorter one.
  private var knownSecrets: [(secret: String, replacement: String)] = []

  /// Creates a redactor. Throws if a pattern is invalid.
  package init(patterns: [String], properties: [String]) throws {
    self.patterns = try patterns.map { try Regex($0) }
    self.properties = properties
  }

  /// Returns text with all secrets replaced.
  package func redact(_ text: String) -> String {
    guard !patterns.isEmpty || !properties.isEmpty else { return text }
    let original = text
    var text = text
    for pattern in patterns {
      for match in text.matches(of: pattern) { addSecret(text[match.range]) }
      // Matches of a pattern are replaced even if they are short.
      text.replace(pattern) { match in self.knownReplacement(for: match[0].substring ?? "") }
    }
    for property in properties { addSecrets(of: property, in: text) }
    for (secret, replacement) in knownSecrets {
      // A short secret is replaced only as a whole string literal, to spare unrelated text.
      let isShort = secret.count < 4
      text = text.replacing(
        isShort ? "\"\(secret)\"" : secret, with: isShort ? "\"\(replacement)\"" : replacement)
    }
    return text == original ? text : Self.removingFailureOutput(text)
  }

  /// Whether nothing is redacted.
  package var isEmpty: Bool { patterns.isEmpty && properties.isEmpty }

  /// Returns a JSON value with all secrets replaced: those in its strings, and the values of members
  /// and patches with the name of a secret property.
  package func redact(_ value: JSONValue) -> JSONValue {
    guard !isEmpty else { return value }
    addSecrets(in: value, isSecret: false)
    return replacingSecrets(in: value)
  }

  private func addSecrets(in value: JSONValue, isSecret: Bool) {
    switch value {
    case .null, .bool: break
    case .number(let number): if isSecret { addSecret(number.text[...]) }
    case .string(let text):
      if isSecret { addSecret(text[...]) } else { _ = redact(text) }
    case .array(let elements): for element in elements { addSecrets(in: element, isSecret: isSecret) }
    case .object(let members):
      let path = members.first { $0.key == "path" }?.value.string.flatMap(JSONPointer.init(parsing:))
      let isSecretPatch = path.map { $0.tokens.contains { properties.contains($0) } } ?? false
      for member in members where member.key != "path" {
        addSecrets(
          in: member.value,
          isSecret: isSecret || properties.contains(member.key)
            || isSecretPatch && member.key == "value")
      }
    }
  }

  private func replacingSecrets(in value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .number(let number):
      let replacement = knownReplacement(for: number.text[...])
      guard replacement != number.text else { return value }
      return (try? JSONValue(parsing: replacement)) ?? .string(replacement)
    case .string(let text):
      let replacement = knownReplacement(for: text[...])
      return .string(replacement == text ? redact(text) : replacement)
    case .array(let elements): return .array(elements.map(replacingSecrets))
    case .object(let members):
      return .object(
        members.map { JSONValue.Member(redact($0.key), replacingSecrets(in: $0.value)) })
    }
  }

  private func knownReplacement(for secret: Substring) -> String {
    knownSecrets.first { $0.secret == secret }?.replacement ?? String(secret)
  }

  /// Returns a recording without the output of lines that must fail with a code.
  ///
  /// That output quotes the line, and its caret has the length of the secret.
  private static func removingFailureOutput(_ text: String) -> String {
    var lines: [String] = []
    var mustFail = false
    var hasRemovedOutput = false
    for line in linesIgnoringCR(of: text) {
      if line.hasPrefix("|") {
        if mustFail { hasRemovedOutput = true } else { lines.append(line) }
        continue
      }
      // A command can have several lines. Its output follows the last one.
      if hasRemovedOutput { (mustFail, hasRemovedOutput) = (false, false) }
      if case .code = (try? Line(parsing: line))?.expectedFailure { mustFail = true }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  /// Adds the values in `name: VALUE`, `\.name, VALUE` and `name == VALUE` as secrets.
  private func addSecrets(of property: String, in text: String) {
    var rest = text[...]
    while let found = rest.range(of: property) {
      let before = text[..<found.lowerBound].last
      rest = rest[found.upperBound...]
      guard before.map({ !$0.isLetter && !$0.isNumber && $0 != "_" }) ?? true else { continue }
      let suffix = rest.drop { $0 == " " }
      let separators = [":", ",", "==", "!=", "is ", "contains "]
      guard let separator = separators.first(where: suffix.hasPrefix) else { continue }
      for literal in valuePrefix(of: suffix.dropFirst(separator.count)).matches(of: Self.literal) {
        addSecret(literal.output.1 ?? literal.output.0)
      }
    }
  }

  // SAFETY: an immutable regular expression without captured state. It matches strings, UUIDs, and
  // numbers of at least four digits.
  nonisolated(unsafe) private static let literal =
    #/"((?:[^"\\\n]|\\.)+)"|\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b|\b[0-9]{4,}\b/#

  /// Returns the value at the start of a text: up to a comma or newline outside of brackets, or the
  /// end of the enclosing bracket.
  private func valuePrefix(of text: Substring) -> Substring {
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

  /// Returns a replacement of the same kind (UUID, number or string), so that values stay valid.
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
