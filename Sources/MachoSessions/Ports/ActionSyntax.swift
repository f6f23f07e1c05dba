import MachoValues

// A feature may have several action types. In most architectures, sent and received actions differ,
// and some have open sets of actions.

/// A pattern for received actions, with one alternative per action type of the feature.
package struct ActionPattern {
  fileprivate let patterns: [ValuePattern]

  /// Returns whether an action matches any alternative.
  package func matches(_ action: Any) -> Bool { patterns.contains { $0.matches(action) } }

  /// The variables in it, with the types of their values.
  var variables: [(name: String, type: Any.Type)] { patterns.flatMap(\.variables) }

  /// A variable that is in one alternative twice. `nil` if there is none.
  var repeatedVariable: String? {
    patterns.lazy.compactMap { pattern in
      let names = pattern.variables.map(\.name)
      return names.first { name in names.count { $0 == name } > 1 }
    }.first
  }

  /// Returns the values that a matching action gives to the variables.
  func bindings(of action: Any) -> [String: TypedValue] {
    patterns.first { $0.matches(action) }?.bindings(of: action) ?? [:]
  }
}

/// An action that an adapter makes when a store reports none, such as a change of an object's state.
package protocol ImplicitAction {}

extension ValueSyntax {
  /// Returns the actions that can be sent to a feature, followed by its aliases.
  package func actions(of feature: any DrivenFeature) -> [CaseDescription] {
    (actions(of: feature.sentTypes) + feature.aliasDescriptions).map { action in
      var action = action
      action.summary = feature.actionSummaries[action.name]
      return action
    }
  }

  /// Reads an action to send, as the first of the feature's types that accepts the text.
  package func readAction(
    _ text: Substring, of feature: any DrivenFeature
  ) throws(ValueError) -> Any {
    try expandingAlias(text, feature.aliases) { text throws(ValueError) in
      try firstResult(of: feature.sentTypes, text, feature.aliasDescriptions, "actions") {
        type throws(ValueError) in
        try readForSending(text, as: type)
      }
    }
  }

  /// Reads a pattern for received actions, with one alternative for each type that accepts the
  /// text.
  func readPattern(
    _ text: Substring, of feature: any DrivenFeature
  ) throws(ValueError) -> ActionPattern {
    try readPattern(text, of: feature, feature.receivedTypes, "received actions")
  }

  /// Reads a pattern for sent and received actions, whose undefined variables get parts of the action.
  func readPattern(
    _ text: Substring, ofAllActionsOf feature: any DrivenFeature
  ) throws(ValueError) -> ActionPattern {
    var types = feature.sentTypes
    types += feature.receivedTypes.filter { type in !types.contains { $0 == type } }
    return try readPattern(text, of: feature, types, bindsVariables: true, "actions")
  }

  private func readPattern(
    _ text: Substring, of feature: any DrivenFeature, _ types: [Any.Type],
    bindsVariables: Bool = false, _ kind: String
  ) throws(ValueError) -> ActionPattern {
    try expandingAlias(text, feature.aliases) { text throws(ValueError) in
      func pattern(_ type: Any.Type) throws(ValueError) -> ValuePattern {
        try ValuePattern(
          reading: text, type: type, syntax: self, bindsVariables: bindsVariables)
      }
      let patterns = types.compactMap { try? pattern($0) }
      guard patterns.isEmpty else { return ActionPattern(patterns: patterns) }
      return try firstResult(of: types, text, feature.aliasDescriptions, kind) {
        type throws(ValueError) in
        ActionPattern(patterns: [try pattern(type)])
      }
    }
  }

  /// Replaces an alias with its expansion and passes the text to `body`. Errors keep the range of
  /// the original text.
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

  /// Returns the result of `body` for the first type that it accepts. Throws the most precise
  /// error. An error that suggests nothing lists the names of this kind.
  private func firstResult<Result>(
    of types: [Any.Type], _ text: Substring, _ otherNames: [CaseDescription], _ kind: String,
    _ body: (Any.Type) throws(ValueError) -> Result
  ) throws(ValueError) -> Result {
    var failures: [ValueError] = []
    for type in types {
      do throws(ValueError) { return try body(type) } catch { failures.append(error) }
    }
    guard let first = failures.first else {
      throw ValueError(.noSuchCase, 0..<0, "the feature has no actions of this kind")
    }
    // An error of a type that has the name is more precise than one of a type that has not.
    let start = text.utf8.prefix { $0 == UInt8(ascii: ".") }.count
    if let precise = failures.first(where: { !$0.isUnknownName(at: start) }) { throw precise }
    guard failures.count > 1 || !otherNames.isEmpty else { throw first }
    let name = text.utf8.dropFirst(first.range.lowerBound).prefix(first.range.count)
    throw unknownActionError(String(Substring(name)), first, types, otherNames, kind)
  }
}

extension DrivenFeature {
  /// Expands an alias whose arguments are incomplete. Returns the expansion and the shift of its
  /// offsets, or `nil` if the text does not begin with an alias.
  func expandAliasPrefix(of text: Substring) -> (text: String, shift: Int)? {
    let name = text.drop { $0 == "." }.prefix { $0 != "(" }
    guard name.endIndex < text.endIndex, let template = aliases[String(name)],
      let placeholder = template.firstRange(of: "$0")
    else { return nil }
    let expanded = template[..<placeholder.lowerBound] + text[name.endIndex...].dropFirst()
    return (String(expanded), text.utf8.count - expanded.utf8.count)
  }

  /// The feature's aliases, sorted by name.
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
  /// Returns the error for a name that no type has, or that needs arguments.
  private func unknownActionError(
    _ name: String, _ error: ValueError, _ types: [Any.Type], _ otherNames: [CaseDescription],
    _ kind: String
  ) -> ValueError {
    let actions = actions(of: types) + otherNames
    let candidates = Suggestions.closest(
      to: name,
      among: (suggestedActions(of: types) + otherNames).map { ($0.name, $0.suggestion) })
    guard !actions.contains(where: { $0.name == name }) else {
      let isBare = actions.contains { $0.name == name && $0.isCall && $0.arguments.isEmpty }
      let missing = isBare ? "parentheses" : "arguments"
      return ValueError(
        .missingArgument, error.range, "'\(name)' needs its \(missing)", candidates: candidates)
    }
    var unknown = ValueError(
      .noSuchCase, error.range, "unknown action '\(name)'", candidates: candidates,
      notes: candidates.isEmpty ? Suggestions.note(kind, actions.map(\.name)) : [])
    unknown.mismatch = error.mismatch
    return unknown
  }
}

extension ValueError {
  /// Whether the error only says that the text begins with another name, which starts at `start`.
  /// An error behind that name is about a name inside of it.
  fileprivate func isUnknownName(at start: Int) -> Bool {
    range.lowerBound <= start
      && [Code.noSuchCase.rawValue, Code.wrongType.rawValue].contains(code)
  }
}
