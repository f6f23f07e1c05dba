import MachoValues

extension Line {
  /// Returns the error of a line whose first word is not a verb. If the line is an action or a path
  /// of the feature, the error suggests the verb for it.
  ///
  /// Only types are compared, no state, so that a script has the same error before it runs.
  package func unknownVerbError(in feature: (any DrivenFeature)?) -> Diagnostic {
    let unknown = Diagnostic("unknown-verb", "unknown verb '\(verb)'", at: verbRange)
    let named = unknown.namingLookAlikes(in: text)
    // A look-alike in the verb is the whole error.
    guard named.candidates.isEmpty else { return named }
    let isComment = verb.hasPrefix("#") || verb.hasPrefix("|")
    let command = Arguments(text, from: verbRange.lowerBound)
    let lines = isComment ? [] : feature.map(command.lines) ?? []
    guard lines.isEmpty else {
      return Diagnostic(
        "unknown-verb", "a line begins with a verb", at: command.range, candidates: lines)
    }
    let similar = command.similarLines(verb, feature)
    let note =
      switch (isComment, similar.isEmpty, feature == nil) {
      case (true, _, _): "comments and expected output begin in the first column"
      case (false, false, _): "'help' lists the verbs"
      case (false, true, true):
        "'help' lists the verbs; an action follows 'send', a path follows 'state'"
      case (false, true, false): "'help' lists the verbs, 'actions' the actions"
      }
    return Diagnostic(
      unknown.code, unknown.message, at: verbRange, candidates: similar, notes: [note])
  }
}

extension Arguments {
  /// Returns the lines that the text without a verb could mean: that of an action, a pattern of
  /// received actions, a comparison or a path. Empty if it is none of them.
  fileprivate func lines(of feature: any DrivenFeature) -> [String] {
    let text = text.drop { $0 == "." }
    if (try? feature.syntax.readAction(text, of: feature)) != nil { return ["send \(text)"] }
    if text != "_", (try? feature.syntax.readPattern(text, of: feature)) != nil {
      let action = feature.syntax.actions(of: feature).first { $0.name == text }
      return (action.map { ["send " + $0.suggestion] } ?? []) + ["receive \(text)"]
    }
    guard let (path, end) = try? ValuePath.prefix(of: text), let first = path.components.first,
      case .name(let name) = first.kind, feature.propertyNames.contains(name)
    else { return [] }
    if end == text.utf8.count { return ["state \(text)"] }
    return (try? Comparison(reading: text)) != nil ? ["expect \(text)"] : []
  }

  /// Returns the lines that begin with a word similar to `verb`: verbs, actions and paths.
  fileprivate func similarLines(_ verb: String, _ feature: (any DrivenFeature)?) -> [String] {
    let verbs = Command.all.map { (name: $0.verb, shown: $0.verb) }
    guard let feature else { return Suggestions.closest(to: verb, among: verbs) }
    let name = verb.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let rest = text.drop { $0 == "." }.dropFirst(name.count)
    let isWord = rest.isEmpty || rest.first == " "
    let suggested =
      feature.syntax.suggestedActions(of: feature.sentTypes) + feature.aliasDescriptions
    let actions = suggested.map { action in
      (name: action.name, shown: "send " + (isWord ? action.suggestion : action.name + rest))
    }
    let paths = feature.propertyNames.map {
      (name: $0, shown: "state " + $0 + (isWord ? "" : rest))
    }
    // Brackets cannot follow a verb.
    let lines = (isWord ? verbs : []) + actions + paths
    return Suggestions.closest(to: String(name.isEmpty ? verb[...] : name), among: lines)
  }
}

extension DrivenFeature {
  /// The names with which a path into the state can begin.
  fileprivate var propertyNames: [String] {
    syntax.properties(of: stateType).map(\.name) + computed.names(of: stateType)
  }
}
