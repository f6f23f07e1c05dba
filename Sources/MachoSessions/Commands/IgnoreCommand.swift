import MachoValues

extension Command {
  package static let ignore: Command = .init(
    "ignore", usage: ["CASE", "ACTION", "", "off"], withoutArguments: "list the rules",
    summary: "apply matching received actions without output",
    details: """
      Matching received actions are applied without output and need no 'receive'. 'history' still
      lists them and 'watch' still reports their changes. The pattern is as for 'receive': a case, a
      dotted path of cases or a whole value. Sent actions are not affected. Without an argument,
      lists the rules; 'off' removes them. 'start' keeps the rules, 'reset' removes them.

        ignore tick
        ignore path.element.popped
      """,
    argument: .receivedAction, helpGroup: .inspect, traits: [], transcript: .line
  ) { session, arguments throws(Diagnostic) in
    let open = try session.opened()
    if arguments.text == "off" {
      open.ignoreRules = []
      return
    }
    guard !arguments.isEmpty else {
      let lines = open.ignoreRules.map(\.text)
      session.events.append(
        .value(lines.isEmpty ? "(nothing is ignored)" : lines.joined(separator: "\n")))
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

/// A rule for received actions that are applied without output.
struct IgnoreRule {
  let text: String
  let pattern: ActionPattern
}

extension OpenStore {
  /// Returns whether a received action is applied without output.
  func isIgnored(_ action: Any) -> Bool {
    ignoreRules.contains { $0.pattern.matches(action) }
  }
}

extension Session {
  /// Applies the ignored actions at the front of the queue, unless their timing depends on external
  /// work.
  func applyIgnoredActions(of open: OpenStore) {
    guard !open.ignoreRules.isEmpty, open.store.externalEffects.isEmpty else { return }
    let transitions = open.queue.prefix { open.isIgnored($0.action) }
    open.queue.removeFirst(transitions.count)
    for transition in transitions {
      _ = apply(transition, as: open.receiveLine(transition.action), of: open)
    }
  }
}
