import MachoValues

extension Session {
  /// What could stand at the cursor: verbs, features, actions, paths, values, codes.
  ///
  /// `cursor` and the ranges of the answers are offsets into the UTF-8 of `line`.
  public func completions(of line: String, at cursor: Int) -> [Completion] {
    let cursor = min(max(0, cursor), line.utf8.count)
    let end = line.utf8.index(line.startIndex, offsetBy: cursor)
    if let prefixes = prefixes(of: line[..<end]) { return prefixes }
    guard let parsed = try? Line(parsing: String(line[..<end])) else { return [] }
    let arguments = parsed.arguments
    guard arguments.offset > parsed.verbRange.upperBound, let command = Command.named(parsed.verb)
    else {
      guard parsed.verbRange.upperBound == cursor else { return [] }
      // With a blank where something may follow, so that the next Tab is for that.
      let verbs = Command.all.map { ($0.verb + ($0.usage == [""] ? "" : " "), $0.summary) }
      return matching(verbs, prefix: parsed.verb, at: parsed.verbRange)
    }
    // The text up to the cursor as it stands: a blank at its end says that a new word begins.
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
    case .verb:
      let verbs = Command.all.map { ($0.verb, $0.summary) }
      return matching(verbs + [("codes", "the codes of errors")], prefix: text, at: range)
    case .feature:
      return matching(catalog.map { ($0.name, $0.summary) }, prefix: text, at: range)
    case .store:
      return matching(stores.map { ($0.name, $0.feature.summary) }, prefix: text, at: range)
    case .point: return points(for: text, at: range)
    default: break
    }
    if let found = variables(atEndOf: text, offset) { return found }
    guard let open else { return [] }
    let stubs = StubCompletion(endpoints: open.feature.endpoints, syntax: open.syntax)
    let found =
      switch command.argument {
      case .action:
        (["receive", "filter"].contains(command.verb)
          ? open.feature.receivedTypes : open.feature.sentTypes)
          .flatMap { open.syntax.completions(of: text.lastAction, as: $0) }
          .shifted(by: text.utf8.count - text.lastAction.utf8.count)
          + otherNames(
            of: open.feature, atEndOf: text,
            received: ["receive", "filter"].contains(command.verb),
            open.syntax)
      case .state: open.syntax.completions(of: text, as: open.feature.stateType)
      case .path:
        open.syntax.completions(ofPath: text, in: open.root, computed: open.feature.computed)
      case .comparison:
        open.syntax.completions(
          ofComparison: text, in: open.root, computed: open.feature.computed)
      case .stub: stubs.ofStub(text)
      case .binding where !text.contains("="): [Completion]()
      case .binding:
        open.syntax.completions(
          ofPath: text.afterSign, in: open.root, computed: open.feature.computed
        ).shifted(by: text.utf8.count - text.afterSign.utf8.count)
      case .answer: stubs.ofAnswer(text, pending: open.stubs.pendingCalls)
      case .none, .words, .verb, .feature, .store, .point: [Completion]()
      }
    return found.shifted(by: offset)
  }

  /// The other names for actions that begin as a text ends.
  private func otherNames(
    of feature: any DrivenFeature, atEndOf text: Substring, received: Bool, _ syntax: ValueSyntax
  ) -> [Completion] {
    let typed = text.lastAction
    let actions = syntax.actions(of: received ? feature.receivedTypes : feature.sentTypes)
    let names = feature.otherNames.filter { other in
      actions.contains { other.standsFor?.hasPrefix($0.name) == true }
    }
    return matching(
      names.map { ($0.name + ($0.arguments.isEmpty ? "" : "("), $0.standsFor ?? "") },
      prefix: typed, at: text.utf8.count - typed.utf8.count..<text.utf8.count)
  }

  /// The marks and branches that begin as the last word of a text does.
  private func points(for text: Substring, at range: Range<Int>) -> [Completion] {
    guard let history = open?.history else { return [] }
    let marks = history.marks.map { mark in
      (mark.name, history.place(named: mark.name).map { "behind action \($0.position)" } ?? "")
    }
    let branches = history.branches.map { ($0.name, "a branch of \($0.count) actions") }
    let word = text.lastIndex(of: " ").map { text[text.index(after: $0)...] } ?? text
    return matching(
      marks + branches, prefix: word, at: range.upperBound - word.utf8.count..<range.upperBound)
  }

  /// The variables that begin as a text ends; `nil` where it ends with none.
  private func variables(atEndOf text: Substring, _ offset: Int) -> [Completion]? {
    guard let dollar = text.lastIndex(of: "$") else { return nil }
    let typed = text[text.index(after: dollar)...]
    guard typed.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    let end = offset + text.utf8.count
    return matching(
      variables.names.map { ($0, variables[$0]?.text ?? "") }, prefix: typed,
      at: end - typed.utf8.count..<end)
  }

  /// What could stand in a bracket before the verb; `nil` where the cursor is in none.
  private func prefixes(of text: Substring) -> [Completion]? {
    guard let bracket = text.lastIndex(of: "["), !text[bracket...].contains("]"),
      let before = try? Line(parsing: String(text[..<bracket])), before.verb.isEmpty
    else { return nil }
    let typed = text[text.index(after: bracket)...]
    let range = text.utf8.count - typed.utf8.count..<text.utf8.count
    if before.expectedFailure != nil {
      let codes = DiagnosticCode.ofCommands.map { ($0.code.rawValue + "] ", $0.meaning) }
      return matching(codes, prefix: typed, at: range)
    }
    let features = catalog.map { ("feature:\($0.name)] ", "where the feature is registered") }
    let conditions = [
      ("linux] ", "on Linux"), ("macos] ", "on macOS"),
      ("env:", "where the environment has the variable"),
    ]
    let negation = typed.hasPrefix("!") ? "!" : ""
    return matching(
      (conditions + features).map { (negation + $0.0, (negation.isEmpty ? "" : "not ") + $0.1) },
      prefix: typed, at: range)
  }

  private func matching(
    _ words: [(text: String, detail: String)], prefix: some StringProtocol, at range: Range<Int>
  ) -> [Completion] {
    words.filter { $0.text.hasPrefix(prefix) }.map {
      Completion(replacing: range, text: $0.text, detail: $0.detail)
    }
  }
}

extension Substring {
  /// The action that is being written, of those that 'receive unordered' names.
  fileprivate var lastAction: Substring {
    var rest = Arguments(text: self, offset: 0)
    guard rest.take("unordered") else { return self }
    // What stands behind the last comma, its blank at the end included.
    let last = rest.split(at: ",").last?.text ?? ""
    return self[(last.isEmpty ? endIndex : last.startIndex)...]
  }

  /// What stands behind the `=` of a binding; nothing where there is none yet.
  fileprivate var afterSign: Substring {
    guard let sign = firstIndex(of: "=") else { return self[endIndex...] }
    return self[index(after: sign)...].drop { $0 == " " }
  }
}
