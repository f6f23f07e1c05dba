import MachoValues

extension Session {
  /// Returns a one-line hint for the cursor: the label and type of the next argument, or the rest
  /// of the verb's usage. Returns `nil` if nothing is expected.
  ///
  /// `cursor` is a UTF-8 offset in `line`. PERFORMANCE: cheap enough to be called on each key
  /// press.
  package func hint(of line: String, at cursor: Int) -> String? {
    let cursor = min(max(0, cursor), line.utf8.count)
    let end = line.utf8.index(line.startIndex, offsetBy: cursor)
    guard let parsed = try? Line(parsing: String(line[..<end])), let command = parsed.command
    else { return nil }
    let arguments = parsed.arguments
    guard arguments.offset > parsed.verbRange.upperBound else { return nil }
    let start = line.utf8.index(line.startIndex, offsetBy: arguments.offset)
    let hint = hint(of: line[min(start, end)..<end], for: command)
    // Type names and stub texts may contain newlines.
    return hint.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
  }

  private func hint(of text: Substring, for command: Command) -> String? {
    guard !text.isEmpty else { return firstHint(of: command) }
    guard let open else { return usageHint(of: text, for: command) }
    let stubs = ResponseCompleter(endpoints: open.feature.endpoints, syntax: open.syntax)
    switch command.argument {
    case .sentAction, .receivedAction:
      let action = text.lastAction
      guard !action.isEmpty else { return firstHint(of: command) }
      let expanded = open.feature.expandAliasPrefix(of: action)?.text[...] ?? action
      return actionTypes(for: command, of: open.feature)?.lazy
        .compactMap { open.syntax.hint(of: expanded, as: $0) }.first
    case .state: return open.syntax.hint(of: text, as: open.feature.stateType)
    case .comparison, .property:
      return open.syntax.hint(
        ofComparison: text.lastCondition, in: open.root, computed: open.feature.computed)
    case .stub: return stubs.hint(of: text, isStub: true)
    case .answer: return stubs.hint(of: text, isStub: false)
    default: return usageHint(of: text, for: command)
    }
  }

  /// Returns the hint directly after a verb and a blank.
  private func firstHint(of command: Command) -> String? {
    guard let open, let types = actionTypes(for: command, of: open.feature) else {
      return command.usage(after: [])
    }
    let names = open.syntax.suggestedActions(of: types)
      .filter { $0.forbidden == nil }.map(\.signature)
    return names.isEmpty ? command.usage(after: []) : ValueSyntax.joined(names, by: " | ")
  }

  /// Returns the rest of the verb's usage after the typed words.
  private func usageHint(of text: Substring, for command: Command) -> String? {
    guard text.utf8.last?.isBlank == true else { return nil }
    return command.usage(after: text.split { $0.isWhitespace })
  }

  /// Returns the types of the actions that a verb accepts: sent or received ones. `nil` if it
  /// accepts no actions.
  func actionTypes(for command: Command, of feature: any DrivenFeature) -> [Any.Type]? {
    switch command.argument {
    case .sentAction: feature.sentTypes
    case .receivedAction: feature.receivedTypes
    default: nil
    }
  }
}
