import MachoValues

extension Session {
  /// Returns completions at the cursor: verbs, features, actions, paths, values or codes.
  ///
  /// `cursor` and the ranges of the completions are UTF-8 offsets in `line`.
  package func completions(of line: String, at cursor: Int) -> [Completion] {
    let cursor = min(max(0, cursor), line.utf8.count)
    let end = line.utf8.index(line.startIndex, offsetBy: cursor)
    if let prefixes = prefixCompletions(of: line[..<end]) { return prefixes }
    guard let parsed = try? Line(parsing: String(line[..<end])) else { return [] }
    let arguments = parsed.arguments
    guard arguments.offset > parsed.verbRange.upperBound, let command = parsed.command else {
      guard parsed.verbRange.upperBound == cursor else { return [] }
      // Append a blank if arguments may follow, so that the next Tab completes those.
      let verbs = commands.map {
        CompletionWord(
          $0.verb + ($0.usage == [""] ? "" : " "), title: $0.verb, detail: $0.summary)
      }
      return Completion.matching(verbs, typed: parsed.verb, replacing: parsed.verbRange)
    }
    // Keep the text up to the cursor untrimmed: a trailing blank begins a new word.
    let start = line.utf8.index(line.startIndex, offsetBy: arguments.offset)
    return completions(of: line[min(start, end)..<end], at: arguments.offset, for: command)
  }

  private func completions(of text: Substring, at offset: Int, for command: Command)
    -> [Completion]
  {
    let range = offset..<offset + text.utf8.count
    switch command.argument {
    case .none: return []
    case .words(let words):
      return matching(words.map { ($0, "") }, prefix: text, at: range)
    case .context: return matching(contextChoices, prefix: text, at: range)
    case .form: return formCompletions(ofForm: text, at: range, for: command)
    case .verb:
      let verbs = commands.map { ($0.verb, $0.summary) }
      let topics = Command.topics.map { ($0.name, $0.summary) }
      return matching(verbs + topics, prefix: text, at: range)
    case .feature: return featureCompletions(text, at: range)
    case .store:
      return matching(stores.all.map { ($0.name, $0.feature.summary) }, prefix: text, at: range)
    case .point: return pointCompletions(for: text, at: range)
    case .pointsOrState:
      guard let state = text.startState else {
        return pointCompletions(for: text, at: range, and: [("on ", "a start state")])
      }
      guard let open else { return [] }
      return open.syntax.completions(of: state, as: open.feature.stateType, live: open.root)
        .shifted(by: offset + text.utf8.count - state.utf8.count)
    default: break
    }
    if let found = variableCompletions(atEndOf: text, offset) { return found }
    guard let open else { return [] }
    return valueCompletions(text, for: command, in: open).shifted(by: offset)
  }

  /// The contexts, with the presets of the open feature, or of all features if none is open.
  private var contextChoices: [(String, String)] {
    let features = feature.map { [$0] } ?? listedFeatures
    var presets: [String] = []
    for preset in features.flatMap(\.presets) where !presets.contains(preset) {
      presets.append(preset)
    }
    return RunContext.allCases.map { ($0.rawValue, "") }
      + presets.map { (ContextChoice(.preview, preset: $0).text, "a preset") }
  }

  /// Completes arguments whose type depends on the open feature.
  private func valueCompletions(
    _ text: Substring, for command: Command, in open: OpenStore
  ) -> [Completion] {
    let (syntax, root, computed) = (open.syntax, open.root, open.feature.computed)
    let stubs = ResponseCompleter(endpoints: open.feature.endpoints, syntax: syntax, live: root)
    // A keyword that is allowed instead of a typed value.
    var off: [Completion] = []
    if command.usage.contains("off") {
      off = [("off", "removes all")].filter { $0.0.hasPrefix(text) }.map {
        Completion(replacing: 0..<text.utf8.count, text: $0.0, detail: $0.1)
      }
    }
    switch command.argument {
    case .sentAction, .receivedAction:
      return actionCompletions(text.lastAction, for: command, in: open)
        .shifted(by: text.utf8.count - text.lastAction.utf8.count) + off
    case .state: return syntax.completions(of: text, as: open.feature.stateType, live: root)
    case .path: return syntax.completions(ofPath: text, in: root, computed: computed) + off
    case .property where command == .at && "rest ".hasPrefix(text):
      return [Completion(replacing: 0..<text.utf8.count, text: "rest ", detail: "")]
    case .property where command == .property && text.hasPrefix(Intention.word + " "):
      return intentionCompletions(text, in: open)
    case .property where command == .after && !text.contains(" "):
      return actionCompletions(text, for: .receive, in: open)
    case .comparison, .property:
      let last = (command == .after ? text.afterFirstValue : text).lastCondition
      return syntax.completions(ofComparison: last, in: root, computed: computed)
        .shifted(by: text.utf8.count - last.utf8.count)
    case .stub: return stubs.stubCompletions(text)
    case .binding where !text.contains("="): return []
    case .binding:
      return syntax.completions(ofPath: text.afterEqualsSign, in: root, computed: computed)
        .shifted(by: text.utf8.count - text.afterEqualsSign.utf8.count)
    case .answer: return stubs.answerCompletions(text, pending: open.stubs.pendingCalls)
    default: return []
    }
  }

  /// Completes the kind of `intended`, then what the suspicion is about.
  private func intentionCompletions(_ text: Substring, in open: OpenStore) -> [Completion] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let last = words.last ?? ""
    let known =
      words.count == 2
      ? SuspicionKind.allCases.map(\.rawValue)
      : Intention.paths(of: open.feature) + Intention.names(of: open.feature)
    let end = text.utf8.count
    return matching(known.map { ($0, "") }, prefix: last, at: end - last.utf8.count..<end)
  }

  private func featureCompletions(_ text: Substring, at range: Range<Int>) -> [Completion] {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count >= 1, text.last == " " || words.count > 1 else {
      return matching(listedFeatures.map { ($0.name, $0.summary) }, prefix: text, at: range)
    }
    // The user chooses the name after 'as'.
    guard words.count + (text.last == " " ? 1 : 0) == 2 else { return [] }
    let typed = text.last == " " ? "" : words[1]
    return matching(
      [("as ", "keeps other stores open")], prefix: typed,
      at: range.upperBound - typed.utf8.count..<range.upperBound)
  }

  /// Completes the last word with the keywords and files that the usage allows there.
  private func formCompletions(
    ofForm text: Substring, at range: Range<Int>, for command: Command
  ) -> [Completion] {
    var words = text.split(omittingEmptySubsequences: true) { $0.isWhitespace }
    let typed = text.last.map { !$0.isWhitespace } ?? false ? words.removeLast() : ""
    let wordRange = range.upperBound - typed.utf8.count..<range.upperBound
    var found: [(String, String)] = []
    for form in command.usage {
      let next = UsageForm(form).next(after: words)
      let isLast = UsageForm(form).isLast(after: words)
      found += next.words.map { ($0 + (isLast ? "" : " "), "") }
      if next.isFile { found += (files?.names(near: String(typed)) ?? []).map { ($0, "") } }
    }
    return matching(found, prefix: typed, at: wordRange)
  }

  /// Completes actions and aliases.
  private func actionCompletions(_ typed: Substring, for command: Command, in open: OpenStore)
    -> [Completion]
  {
    let types = actionTypes(for: command, of: open.feature) ?? []
    let isPattern = command.argument == .receivedAction
    func completions(of text: Substring) -> [[Completion]] {
      types.map {
        open.syntax.completions(of: text, as: $0, live: open.root, isPattern: isPattern)
      }
    }
    if let (expanded, shift) = open.feature.expandAliasPrefix(of: typed) {
      return completions(of: expanded[...]).flatMap(\.self).shifted(by: shift)
        .filter { $0.replacing.lowerBound >= 0 }
    }
    let found = completions(of: typed)
    let names = aliasCompletions(of: open.feature, typed: typed, types, open.syntax)
    // If one type has an exact prefix match, drop the approximate matches of the other types.
    let offered = (found + [names]).filter { !$0.isEmpty }
    let exact = offered.filter { $0.contains { continues($0, typed) } }
    return (exact.isEmpty ? offered : exact).flatMap(\.self).map {
      addingSummary($0, open.feature.actionSummaries)
    }
  }

  /// Adds the action's summary to the detail, if the completion is a whole action.
  private func addingSummary(_ found: Completion, _ summaries: [String: String]) -> Completion {
    guard found.replacing.lowerBound == 0,
      let summary = summaries[
        String(found.text.drop { $0 == "." }.prefix { !"([.".contains($0) })]
    else { return found }
    var found = found
    found.detail += (found.detail.isEmpty ? "" : "  ") + summary
    return found
  }

  private func continues(_ completion: Completion, _ typed: Substring) -> Bool {
    let start = typed.utf8.index(typed.startIndex, offsetBy: completion.replacing.lowerBound)
    return completion.text.hasPrefix(typed[start...])
  }

  /// Completes aliases of actions.
  private func aliasCompletions(
    of feature: any DrivenFeature, typed: Substring, _ types: [Any.Type], _ syntax: ValueSyntax
  ) -> [Completion] {
    let actions = syntax.actions(of: types)
    let names = feature.aliasDescriptions.filter { other in
      actions.contains { other.standsFor?.hasPrefix($0.name) == true }
    }
    return Completion.matching(
      names.map {
        CompletionWord(
          $0.name + ($0.arguments.isEmpty ? "" : "("), title: $0.name,
          detail: $0.standsFor.map { "stands for \($0)" } ?? "")
      },
      typed: typed, replacing: 0..<typed.utf8.count)
  }

  /// Completes the last word with marks and branches.
  private func pointCompletions(
    for text: Substring, at range: Range<Int>, and others: [(String, String)] = []
  ) -> [Completion] {
    guard let history = open?.history else { return [] }
    let marks = history.marks.map { mark in
      (
        mark.name,
        history.findPosition(named: mark.name).map { "after action \($0.offset)" } ?? ""
      )
    }
    let branches = history.branches.map { ($0.name, "a branch with \($0.count) actions") }
    let word = text.lastIndex(of: " ").map { text[text.index(after: $0)...] } ?? text
    return matching(
      marks + branches + others, prefix: word,
      at: range.upperBound - word.utf8.count..<range.upperBound)
  }

  /// Completes a variable at the end of the text. Returns `nil` if the text does not end with one.
  private func variableCompletions(atEndOf text: Substring, _ offset: Int) -> [Completion]? {
    guard let dollar = text.lastIndex(of: "$") else { return nil }
    let typed = text[text.index(after: dollar)...]
    guard typed.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    let end = offset + text.utf8.count
    return matching(
      variables.names.map { ($0, variables[$0]?.text ?? "") }, prefix: typed,
      at: end - typed.utf8.count..<end)
  }

  /// Completes a bracket before the verb. Returns `nil` if the cursor is not in a bracket.
  private func prefixCompletions(of text: Substring) -> [Completion]? {
    guard let bracket = text.lastIndex(of: "["), !text[bracket...].contains("]"),
      let before = try? Line(parsing: String(text[..<bracket])), before.verb.isEmpty
    else { return nil }
    let typed = text[text.index(after: bracket)...]
    let range = text.utf8.count - typed.utf8.count..<text.utf8.count
    if before.expectedFailure != nil {
      let codes = DiagnosticCode.commandCodes.map { ($0.code.rawValue + "] ", $0.meaning) }
      return matching(codes, prefix: typed, at: range)
    }
    if let name = typed.drop(while: { $0 == "!" }).environmentName {
      let range = text.utf8.count - name.utf8.count..<text.utf8.count
      return matching(
        environment.keys.sorted().map { ($0 + "] ", "") }, prefix: name, at: range)
    }
    let features = listedFeatures.map { feature in
      ("feature:\(feature.name)] ", "if the feature is registered")
    }
    let conditions = [
      ("linux] ", "on Linux"), ("macos] ", "on macOS"),
      ("env:", "if the environment has the variable"),
    ]
    let negation = typed.hasPrefix("!") ? "!" : ""
    return matching(
      (conditions + features).map { (negation + $0.0, (negation.isEmpty ? "" : "not ") + $0.1) },
      prefix: typed, at: range)
  }

  private func matching(
    _ words: [(text: String, detail: String)], prefix: some StringProtocol, at range: Range<Int>
  ) -> [Completion] {
    Completion.matching(words, typed: prefix, replacing: range)
  }
}

extension Substring {
  /// The action that is being typed: after `receive unordered`, the last of the list.
  var lastAction: Substring {
    var rest = Arguments(text: self, offset: 0)
    guard rest.consume("unordered") else { return self }
    // The text after the last comma, including trailing blanks.
    let last = rest.split(at: ",").last?.text ?? ""
    return self[(last.isEmpty ? endIndex : last.startIndex)...]
  }

  /// The state after the `on` of a 'replay', or `nil`.
  fileprivate var startState: Substring? {
    if hasPrefix("on ") { return dropFirst(3) }
    return firstRange(of: " on ").map { self[$0.upperBound...] }
  }

  /// The name after `env:`.
  fileprivate var environmentName: Substring? { hasPrefix("env:") ? dropFirst(4) : nil }

  /// The text after the `=` of a binding. Empty if there is none yet.
  fileprivate var afterEqualsSign: Substring {
    guard let sign = firstIndex(of: "=") else { return self[endIndex...] }
    return self[index(after: sign)...].drop { $0 == " " }
  }
}
