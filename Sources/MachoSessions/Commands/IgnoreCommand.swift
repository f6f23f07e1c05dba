import MachoValues

extension Command {
  static let ignore: Command = .init(
    "filter", usage: ["CASE", "ACTION", "", "off"], withoutArguments: "the filters",
    summary: "take a noisy received action without printing it",
    details: """
      What is received and fits is taken at once, prints nothing and need not be named by 'receive';
      'history' has it all the same, and 'watch' tells what it changed. It is written as for 'receive':
      a case, a dotted path of cases, or a whole value. What is sent is printed as ever. Without an
      action it lists the filters, 'off' ends them. 'start' keeps them, 'reset' does not.

        filter tick
        filter path.element.popped
      """,
    argument: .action
  ) { session, arguments throws(Diagnostic) in
    let open = try session.opened()
    if arguments.text == "off" {
      open.ignoreRules = []
      return
    }
    guard !arguments.isEmpty else {
      let lines = open.ignoreRules.map(\.text)
      session.events.append(
        .value(lines.isEmpty ? "(nothing is filtered)" : lines.joined(separator: "\n")))
      return
    }
    do throws(ValueError) {
      let pattern = try open.syntax.readPattern(arguments.text, of: open.feature)
      let text = String(arguments.text)
      open.ignoreRules.removeAll { $0.text == text }
      open.ignoreRules.append(IgnoreRule(text: text, pattern: pattern))
    } catch { throw Diagnostic(error, offset: arguments.offset) }
  }
}

/// Received actions that are taken and not printed.
struct IgnoreRule {
  let text: String
  let pattern: ActionPattern
}

extension OpenStore {
  /// Whether an action that is received is taken without a word.
  func isIgnored(_ action: Any) -> Bool {
    ignoreRules.contains { $0.pattern.matches(action) }
  }
}

extension Session {
  /// Takes the filtered actions that come next, unless something outside decides when they come.
  func applyIgnoredActions(of open: OpenStore) {
    guard !open.ignoreRules.isEmpty, open.store.externalEffects.isEmpty else { return }
    let steps = open.queue.prefix { open.isIgnored($0.action) }
    open.queue.removeFirst(steps.count)
    for step in steps { _ = apply(step, as: open.receiveLine(step.action), of: open) }
  }
}
