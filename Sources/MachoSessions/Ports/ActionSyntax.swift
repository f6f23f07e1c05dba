import MachoValues

// A feature's actions may be of several types: what one sends and what one receives differ in most
// architectures, and some have open sets of actions.

/// What a received action may look like, as an action of any of the feature's types.
package struct ActionPattern {
  fileprivate let patterns: [ValuePattern]

  /// Whether an action is one of them.
  package func matches(_ action: Any) -> Bool { patterns.contains { $0.matches(action) } }
}

extension ValueSyntax {
  /// What can be sent to a feature: its actions, then the other names for them.
  package func actions(of feature: any DrivenFeature) -> [CaseDescription] {
    (actions(of: feature.sentTypes) + feature.aliasDescriptions).map { action in
      var action = action
      action.summary = feature.actionSummaries[action.name]
      return action
    }
  }

  /// Reads a value to be sent as the first of the types that can be made of the text.
  func readAction(
    _ text: Substring, of feature: any DrivenFeature
  ) throws(ValueError) -> Any {
    try expandingAlias(text, feature.aliases) { text throws(ValueError) in
      try firstResult(of: feature.sentTypes, text, feature.aliasDescriptions) {
        type throws(ValueError) in
        try readForSending(text, as: type)
      }
    }
  }

  /// Reads what a received action looks like: a pattern for each type that knows the text.
  func readPattern(
    _ text: Substring, of feature: any DrivenFeature
  ) throws(ValueError) -> ActionPattern {
    try expandingAlias(text, feature.aliases) { text throws(ValueError) in
      let types = feature.receivedTypes
      let patterns = types.compactMap { try? ValuePattern(reading: text, type: $0, syntax: self) }
      guard patterns.isEmpty else { return ActionPattern(patterns: patterns) }
      return try firstResult(of: types, text, feature.aliasDescriptions) {
        type throws(ValueError) in
        ActionPattern(patterns: [try ValuePattern(reading: text, type: type, syntax: self)])
      }
    }
  }

  /// What a body makes of a text in which another name for an action is replaced by what it stands
  /// for; an error is told at the text that was written.
  private func expandingAlias<Result>(
    _ text: Substring, _ aliases: [String: String],
    _ body: (Substring) throws(ValueError) -> Result
  ) throws(ValueError) -> Result {
    guard !aliases.isEmpty else { return try body(text) }
    let name = text.drop { $0 == "." }.prefix { $0 != "(" && $0 != " " && $0 != "." }
    guard let template = aliases[String(name)] else { return try body(text) }
    let rest = text[name.endIndex...]
    let arguments = rest.hasPrefix("(") && rest.hasSuffix(")") ? rest.dropFirst().dropLast() : ""
    let expanded = template.replacing("$0", with: arguments)
    do throws(ValueError) { return try body(expanded[...]) } catch {
      var error = error
      error.range = 0..<text.utf8.count
      error.notes.append("'\(name)' stands for:  \(expanded)")
      throw error
    }
  }

  /// What a body makes of the first type that it fails at least of all.
  private func firstResult<Result>(
    of types: [Any.Type], _ text: Substring, _ otherNames: [CaseDescription],
    _ body: (Any.Type) throws(ValueError) -> Result
  ) throws(ValueError) -> Result {
    var failures: [ValueError] = []
    for type in types {
      do throws(ValueError) { return try body(type) } catch { failures.append(error) }
    }
    guard let first = failures.first else {
      throw ValueError(.noSuchCase, 0..<0, "the feature has no actions of this kind")
    }
    // Who knows the name has more to say than who does not.
    if let precise = failures.first(where: { !$0.isUnknownName }) { throw precise }
    guard failures.count > 1 || !otherNames.isEmpty else { throw first }
    let name = text.utf8.dropFirst(first.range.lowerBound).prefix(first.range.count)
    throw unknownActionError(String(Substring(name)), first, actions(of: types) + otherNames)
  }
}

extension DrivenFeature {
  /// What a text stands for that ends inside the arguments of another name, and by how much its
  /// offsets are moved; `nil` where it is no such text.
  func expandAliasPrefix(of text: Substring) -> (text: String, shift: Int)? {
    let name = text.drop { $0 == "." }.prefix { $0 != "(" }
    guard name.endIndex < text.endIndex, let template = aliases[String(name)],
      let place = template.firstRange(of: "$0")
    else { return nil }
    let expanded = template[..<place.lowerBound] + text[name.endIndex...].dropFirst()
    return (String(expanded), text.utf8.count - expanded.utf8.count)
  }

  /// The other names for actions, in order.
  var aliasDescriptions: [CaseDescription] {
    aliases.sorted { $0.key < $1.key }.map { name, text in
      let takesArguments = text.contains("$0")
      return CaseDescription(
        name: name, arguments: takesArguments ? [.init(label: nil, type: "$0")] : [],
        standsFor: text)
    }
  }
}

extension ValueSyntax {
  /// No type has an action of this name, or none without more behind it.
  private func unknownActionError(
    _ name: String, _ error: ValueError, _ actions: [CaseDescription]
  ) -> ValueError {
    let candidates = Suggestions.closest(to: name, among: actions.map { ($0.name, $0.signature) })
    guard !actions.contains(where: { $0.name == name }) else {
      let isBare = actions.contains { $0.name == name && $0.isCall && $0.arguments.isEmpty }
      let missing = isBare ? "parentheses" : "arguments"
      return ValueError(
        .missingArgument, error.range, "'\(name)' needs its \(missing)", candidates: candidates)
    }
    return ValueError(
      .noSuchCase, error.range, "no action is called '\(name)'", candidates: candidates,
      notes: candidates.isEmpty ? ["'actions' lists them"] : [])
  }
}

extension ValueError {
  /// Whether it says no more than that the text begins with another name.
  fileprivate var isUnknownName: Bool {
    code == Code.noSuchCase.rawValue || code == Code.wrongType.rawValue && range.lowerBound == 0
  }
}
