import MachoLocks
import MachoSessions
import MachoValues

/// Replaces secrets in recordings: matches of patterns, and values of named properties.
///
/// A secret has the same replacement everywhere, so a recording still passes if the feature only
/// forwards its secrets.
package final class Redactor {
  private let patterns: [UserRegex]
  private let properties: [String]
  /// The secrets so far, longest first, so that a secret is not replaced as part of a shorter one.
  private var knownSecrets: [(secret: String, replacement: String)] = []

  /// Creates a redactor. Throws if a pattern is invalid.
  package init(patterns: [String], properties: [String]) throws {
    self.patterns = try patterns.map { try UserRegex($0) }
    self.properties = properties
  }

  /// Returns text with all secrets replaced.
  package func redact(_ text: String) -> String {
    guard !patterns.isEmpty || !properties.isEmpty else { return text }
    let original = text
    var text = text
    for pattern in patterns {
      do throws(UserRegex.Failure) { text = try replacingMatches(of: pattern, in: text) } catch {
        Self.failures.withLock { _ = $0.insert("\(error)") }
        return Self.withheldText
      }
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

  /// Replaces the matches of a pattern, even if they are short.
  private func replacingMatches(
    of pattern: UserRegex, in text: String
  ) throws(UserRegex.Failure) -> String {
    let matches = try pattern.ranges(in: text)
    for match in matches { addSecret(text[match]) }
    var result = ""
    var rest = text.startIndex
    for match in matches {
      result += text[rest..<match.lowerBound] + knownReplacement(for: text[match])
      rest = match.upperBound
    }
    return result + text[rest...]
  }

  /// Replaces a text whose secrets cannot be found.
  private static let withheldText = "# not written: its secrets cannot be found in time\n"

  private static let failures = Lock<Set<String>>([])

  /// Why texts of this process were withheld. Empty if none was.
  package static var problems: [String] {
    failures.withLock { $0.sorted() }
  }

  /// Whether nothing is redacted.
  package var isEmpty: Bool { patterns.isEmpty && properties.isEmpty }

  /// Returns a JSON value with all secrets replaced: those in its strings, and the values of secret
  /// properties in states and patches.
  package func redact(_ value: JSONValue) -> JSONValue {
    guard !isEmpty else { return value }
    addSecrets(in: value, .message)
    return replacingSecrets(in: value, .message)
  }

  /// What a JSON value is a part of.
  private enum JSONContext {
    /// A message or an event, whose members have names of their own.
    case message
    /// A state, whose members are properties.
    case state
    /// A secret property.
    case secret
  }

  /// The members of messages and events that contain states or parts of them.
  private static let stateMembers: Set = ["state", "json", "patch", "value"]

  /// Returns the context of a member's value.
  private func context(of member: JSONValue.Member, in context: JSONContext) -> JSONContext {
    switch context {
    case .message: Self.stateMembers.contains(member.key) ? .state : .message
    case .state: properties.contains(member.key) ? .secret : .state
    case .secret: .secret
    }
  }

  /// Returns the context of an object's members: a patch of a secret property has its path.
  private func context(of members: [JSONValue.Member], in context: JSONContext) -> JSONContext {
    guard context == .state, members.first?.key == "op",
      let path = members.first(where: { $0.key == "path" })?.value.string
        .flatMap(JSONPointer.init(parsing:)),
      path.tokens.contains(where: { properties.contains($0) })
    else { return context }
    return .secret
  }

  private func addSecrets(in value: JSONValue, _ context: JSONContext) {
    switch value {
    case .null, .bool: break
    case .number(let number): if context == .secret { addSecret(number.text[...]) }
    case .string(let text):
      if context == .secret { addSecret(text[...]) } else { _ = redact(text) }
    case .array(let elements): for element in elements { addSecrets(in: element, context) }
    case .object(let members):
      let inner = self.context(of: members, in: context)
      for member in members where inner == context || member.key == "value" {
        addSecrets(in: member.value, self.context(of: member, in: inner))
      }
    }
  }

  private func replacingSecrets(in value: JSONValue, _ context: JSONContext) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .number(let number):
      guard context == .secret else { return value }
      let replacement = knownReplacement(for: number.text[...])
      return (try? JSONValue(parsing: replacement)) ?? .string(replacement)
    case .string(let text):
      return .string(context == .secret ? knownReplacement(for: text[...]) : redact(text))
    case .array(let elements): return .array(elements.map { replacingSecrets(in: $0, context) })
    case .object(let members):
      let inner = self.context(of: members, in: context)
      return .object(
        members.map { member in
          guard inner == context || member.key == "value" else { return member }
          return JSONValue.Member(
            redact(member.key),
            replacingSecrets(in: member.value, self.context(of: member, in: inner)))
        })
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
      for literal in valuePrefix(of: suffix.dropFirst(separator.count)).matches(of: Self.literal)
      where literal.output.0.first != "`" {
        addSecret(literal.output.1 ?? literal.output.0)
      }
    }
  }

  // SAFETY: an immutable regular expression without captured state. It matches strings, UUIDs,
  // numbers of at least four digits, and names in backticks, which may contain any of them.
  nonisolated(unsafe) private static let literal =
    #/`[^`\n]*`|"((?:[^"\\\n]|\\.)+)"|\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b|\b[0-9]{4,}\b/#

  /// Returns the value at the start of a text: up to a comma or newline outside of brackets, or the
  /// end of the enclosing bracket.
  private func valuePrefix(of text: Substring) -> Substring {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    var isName = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
        continue
      }
      switch character {
      case "\\" where isQuoted: isEscaped = true
      case "\"" where !isName: isQuoted.toggle()
      case "`" where !isQuoted: isName.toggle()
      case _ where isQuoted || isName: break
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
