import MachoReporting
import MachoValues

/// Matches single lines of output. Compiles each regular expression once.
struct LineMatcher {
  private var patterns: [String: UserRegex] = [:]
  /// The first regular expression that took too long, which then matches nothing.
  private(set) var failure: UserRegex.Failure?

  /// Returns whether a line matches. If it does, binds its new captures.
  ///
  /// Source line numbers are not compared. In a diff, `Row(…)` matches an unchanged value with any contents,
  /// and a comma after a value is not compared, unless it is a part of a multi-line string (`isContent`).
  mutating func matches(
    _ line: ExpectedLine, _ output: OutputLine, isContent: Bool = false,
    bindings: inout CaptureBindings
  ) -> Bool {
    let ignoresComma = output.diff != nil && !isContent
    switch line.kind {
    case .literal(let expected):
      if ByteSearch.areSame(expected, output.text) { return true }
      if ignoresComma {
        if Self.differOnlyInComma(expected, output) { return true }
        if Self.differOnlyInContents(expected, output) { return true }
      }
      return !output.lineNumbers.isEmpty && Self.differOnlyInLineNumbers(expected, output)
    case .blank: return output.text.utf8.isEmpty
    case .anyLines: return true
    case .regex(let pattern):
      return Self.variants(of: output, ignoresComma).contains {
        groups([], pattern, of: $0) != nil
      }
    case .capture(let capture):
      let pattern = capture.pattern(with: bindings)
      for text in Self.variants(of: output, ignoresComma) {
        let names = capture.names.filter { bindings.values[$0] == nil }
        let groups = groups(names.map(CapturePattern.groupName), pattern, of: text)
        guard let groups else { continue }
        for name in names { bindings.values[name] = groups[CapturePattern.groupName(name)] }
        return true
      }
      return false
    }
  }

  private static let comma = UInt8(ascii: ",")

  /// Whether an expected line has a comma after the value and a line of a diff has none, or vice versa.
  private static func differOnlyInComma(_ expected: String, _ output: OutputLine) -> Bool {
    let (left, right) = (expected.utf8, output.text.utf8)
    if output.hasComma { return left.count + 1 == right.count && right.starts(with: left) }
    return left.count == right.count + 1 && left.last == comma && left.starts(with: right)
  }

  /// Whether the expected line omits the contents of a value, as `Row(…)` does, and the output is the first
  /// line of such an unchanged value.
  private static func differOnlyInContents(_ expected: String, _ output: OutputLine) -> Bool {
    guard output.change?.mark == .unchanged else { return false }
    let value = expected.utf8.last == comma ? expected.utf8.dropLast() : expected.utf8[...]
    for contents in ["(…)", "[…]"] {
      guard value.count > contents.utf8.count,
        value.suffix(contents.utf8.count).elementsEqual(contents.utf8)
      else { continue }
      return output.text.utf8.starts(with: value.dropLast(contents.utf8.count - 1))
    }
    return false
  }

  /// Whether a text equals a line of output, except that its line numbers differ or are absent.
  private static func differOnlyInLineNumbers(_ expected: String, _ output: OutputLine) -> Bool {
    var rest = Substring(expected).utf8[...]
    for (index, fragment) in output.fragments.enumerated() {
      if index > 0, rest.first == UInt8(ascii: ":") {
        let digits = rest.dropFirst().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        if !digits.isEmpty { rest = rest[digits.endIndex...] }
      }
      guard rest.starts(with: fragment.utf8) else { return false }
      rest = rest.dropFirst(fragment.utf8.count)
    }
    return rest.isEmpty
  }

  /// Returns the texts that count as the same line. The one without a comma comes first, so that a
  /// capture at its end is bound to a value.
  private static func variants(of output: OutputLine, _ ignoresComma: Bool) -> [String] {
    var variants = [output.text]
    if ignoresComma {
      let value = output.hasComma ? String(output.text.dropLast()) : output.text
      variants = [value, value + ","]
    }
    if !output.lineNumbers.isEmpty { variants.append(output.textWithoutLineNumbers) }
    return variants
  }

  /// Returns the texts of groups if a pattern matches a whole text, else `nil`.
  private mutating func groups(
    _ names: [String], _ pattern: String, of text: String
  ) -> [String: String]? {
    do throws(UserRegex.Failure) {
      let regex: UserRegex
      if let known = patterns[pattern] { regex = known } else { regex = try UserRegex(pattern) }
      patterns[pattern] = regex
      return try regex.groups(names, ofWhole: text)
    } catch {
      if failure == nil { failure = error }
      return nil
    }
  }
}

extension OutputLine {
  /// Whether a comma follows the value of a line of a diff.
  fileprivate var hasComma: Bool { change?.hasComma ?? false }
}
