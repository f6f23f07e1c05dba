import MachoValues

extension Session {
  /// What belongs at the cursor, on one line: the label and the type of the next argument, or the
  /// rest of the verb's usage; `nil` where nothing does.
  ///
  /// `cursor` is an offset into the UTF-8 of `line`. It is cheap enough to be asked at each key.
  public func hint(of line: String, at cursor: Int) -> String? {
    let cursor = min(max(0, cursor), line.utf8.count)
    let end = line.utf8.index(line.startIndex, offsetBy: cursor)
    guard let parsed = try? Line(parsing: String(line[..<end])),
      let command = Command.named(parsed.verb)
    else { return nil }
    let arguments = parsed.arguments
    guard arguments.offset > parsed.verbRange.upperBound else { return nil }
    let start = line.utf8.index(line.startIndex, offsetBy: arguments.offset)
    let hint = hint(of: line[min(start, end)..<end], for: command)
    // A type's name may be long, a stub's text may be another's.
    return hint.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
  }

  private func hint(of text: Substring, for command: Command) -> String? {
    guard !text.isEmpty else { return firstHint(of: command) }
    guard let open else { return usageHint(of: text, for: command) }
    let stubs = StubCompletion(endpoints: open.feature.endpoints, syntax: open.syntax)
    switch command.argument {
    case .action:
      let action = text.lastAction
      guard !action.isEmpty else { return firstHint(of: command) }
      let expanded = open.feature.expandAliasPrefix(of: action)?.text[...] ?? action
      return actionTypes(for: command, of: open.feature).lazy
        .compactMap { open.syntax.hint(of: expanded, as: $0) }.first
    case .state: return open.syntax.hint(of: text, as: open.feature.stateType)
    case .comparison:
      return open.syntax.hint(
        ofComparison: text, in: open.root, computed: open.feature.computed)
    case .stub: return stubs.hint(of: text, isStub: true)
    case .answer: return stubs.hint(of: text, isStub: false)
    default: return usageHint(of: text, for: command)
    }
  }

  /// What may stand behind a verb and a blank.
  private func firstHint(of command: Command) -> String? {
    guard case .action = command.argument, let open else { return command.usage(after: []) }
    let names = open.syntax.actions(of: actionTypes(for: command, of: open.feature))
      .filter { $0.forbidden == nil }.map(\.signature)
    return names.isEmpty ? command.usage(after: []) : ValueSyntax.joined(names, by: " | ")
  }

  /// What the verb's usage goes on with behind the words that are there.
  private func usageHint(of text: Substring, for command: Command) -> String? {
    guard text.utf8.last?.isBlank == true else { return nil }
    return command.usage(after: text.split { $0.isWhitespace })
  }

  /// The types of what a verb names: what is sent, or what is received.
  func actionTypes(for command: Command, of feature: any DrivenFeature) -> [Any.Type] {
    command.matchesReceivedActions ? feature.receivedTypes : feature.sentTypes
  }
}

extension Command {
  /// Whether the actions that it names are those that come back.
  var matchesReceivedActions: Bool { ["receive", "filter"].contains(verb) }
}
