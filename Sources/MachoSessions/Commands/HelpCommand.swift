import MachoValues

extension Command {
  package static let help: Command = .init(
    "help", usage: ["[VERB]", "verbs", "keys", "values", "paths", "prompt", "codes"],
    summary: "list verbs or explain one",
    details: """
      Without an argument, prints an overview. 'help verbs' prints one line for each verb. 'help
      values' and 'help paths' explain the arguments of verbs, 'help keys' and 'help prompt' the
      prompt. 'help codes' lists the error codes for '! [code]'.

        help receive
      """,
    argument: .verb, helpGroup: .prompt, traits: .usesPager, transcript: .omitted
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      context.report(.help(HelpOverview.text(of: context.commands)))
      return
    }
    try arguments.requireEnd(of: help)
    if let text = explanation(of: name, in: context.commands) {
      context.report(.help(text))
      return
    }
    let names = all.map(\.verb) + topics.map(\.name)
    throw Diagnostic(
      "unknown-verb", "unknown verb '\(name)'", at: range,
      candidates: Suggestions.nearest(to: name, among: names),
      notes: ["'help' lists verbs and topics"])
  }

  /// The topics of 'help' other than verbs, with their summaries.
  package static var topics: [(name: String, summary: String)] {
    [("verbs", "one line for each verb")] + HelpTopic.all.map { ($0.name, $0.summary) }
  }

  /// The complete help of one verb.
  package var manual: String {
    (usageLines + ["", summary + "."] + [details]).joined(separator: "\n")
  }

  /// Returns the text of a topic or the help of a verb. `nil` if there is neither.
  package static func explanation(of name: String, in commands: [Command] = all) -> String? {
    if name == "verbs" { return list(of: commands) }
    return HelpTopic.named(name)?.text ?? commands.first { $0.verb == name }?.manual
  }

  private static func list(of commands: [Command]) -> String {
    let width = commands.map(\.verb.count).max() ?? 0
    return commands.map { padded($0.verb, width + 2) + $0.summary }.joined(separator: "\n")
      + "\n\n'help VERB' explains a verb, 'help codes' lists the error codes."
  }
}
