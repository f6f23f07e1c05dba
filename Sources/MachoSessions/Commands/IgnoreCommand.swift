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
  ) { context, arguments throws(Diagnostic) in
    let open = try context.opened()
    if arguments.text == "off" {
      open.ignoreRules = []
      return
    }
    guard !arguments.isEmpty else {
      let lines = open.ignoreRules.map(\.text)
      context.report(
        .value(lines.isEmpty ? "(nothing is ignored)" : lines.joined(separator: "\n")))
      return
    }
    let pattern = try open.pattern(arguments)
    let text = String(arguments.text)
    open.ignoreRules.removeAll { $0.text == text }
    open.ignoreRules.append(IgnoreRule(text: text, pattern: pattern))
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
