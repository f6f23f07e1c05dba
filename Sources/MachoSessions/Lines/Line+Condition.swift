import MachoValues

extension Line.Condition {
  /// Parses a condition without its brackets: `!env:CI`.
  init(_ text: Substring, at range: Range<Int>) {
    var body = text
    isNegated = body.hasPrefix("!")
    if isNegated { body.removeFirst() }
    let parts = body.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts.first ?? "")
    argument = parts.count > 1 ? String(parts[1]) : nil
    self.range = range
  }

  /// Why the condition is unknown. `nil` if it is known.
  package var error: Diagnostic? {
    do { _ = try isSatisfied(environment: [:], features: [] as [String]) } catch { return error }
    return nil
  }

  /// Returns whether the condition is satisfied. Throws for an unknown condition.
  func isSatisfied(
    environment: [String: String], features: some Sequence<String>
  ) throws(Diagnostic) -> Bool {
    let holds: Bool
    switch (name, argument) {
    case ("linux", nil): holds = Platform.current == "linux"
    case ("macos", nil): holds = Platform.current == "macos"
    case (_, let value?) where value.isEmpty || value.contains(where: \.isWhitespace):
      throw error("invalid name '\(value)'")
    case ("env", let value?): holds = environment[value].map { !$0.isEmpty } ?? false
    case ("feature", let value?): holds = features.contains(value)
    default:
      let forms = [
        "linux": "linux", "macos": "macos", "env": "env:NAME", "feature": "feature:NAME",
      ]
      throw error(
        "unknown condition '\(name)'",
        candidates: Suggestions.nearest(to: name, among: forms.keys.sorted())
          .compactMap { forms[$0] })
    }
    return holds != isNegated
  }

  /// Returns whether the condition is satisfied by the names of features. `nil` if it is about something
  /// else.
  func isMet(by features: some Sequence<String>) -> Bool? {
    guard case ("feature", let feature?) = (name, argument) else { return nil }
    return features.contains(feature) != isNegated
  }

  private func error(_ message: String, candidates: [String] = []) -> Diagnostic {
    Diagnostic(
      "unknown-condition", message, at: range, candidates: candidates,
      notes: ["conditions: [linux] [macos] [env:NAME] [feature:NAME], each negated by [!...]"])
  }
}

private enum Platform {
  static var current: String {
    #if os(macOS)
      "macos"
    #elseif os(Linux)
      "linux"
    #else
      "other"
    #endif
  }
}
