import MachoValues

extension Command {
  static let help: Command = .init(
    "help", usage: ["[VERB]", "verbs", "keys", "values", "paths", "prompt", "codes"],
    summary: "say what there is, or explain a verb",
    details: """
      Without anything it has the verbs on one screen, and 'help verbs' one a line. 'help values' and
      'help paths' explain what stands behind a verb, 'help keys' and 'help prompt' what a prompt
      has. 'help codes' lists the codes of errors, for '! [code]'.

        help receive
      """,
    argument: .verb
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      session.events.append(.help(HelpOverview.text))
      return
    }
    try arguments.requireEnd(of: help)
    if let text = explanation(of: name) {
      session.events.append(.help(text))
      return
    }
    let names = all.map(\.verb) + topics.map(\.name)
    throw Diagnostic(
      "unknown-verb", "'\(name)' is no verb", at: range,
      candidates: Suggestions.nearest(to: name, among: names),
      notes: ["'help' lists what there is"])
  }

  /// What 'help' explains beside the verbs, each with what it is about.
  package static var topics: [(name: String, summary: String)] {
    [("verbs", "a line for each verb")] + HelpTopic.all.map { ($0.name, $0.summary) }
  }

  /// The whole help of one verb.
  package var manual: String {
    (usageLines + ["", summary + "."] + [details]).joined(separator: "\n")
  }

  private static func explanation(of name: String) -> String? {
    if name == "verbs" { return list }
    return HelpTopic.named(name)?.text ?? named(name)?.manual
  }

  private static var list: String {
    let width = all.map(\.verb.count).max() ?? 0
    return all.map { padded($0.verb, width + 2) + $0.summary }.joined(separator: "\n")
      + "\n\n'help VERB' explains one, 'help codes' lists the codes of errors."
  }
}
