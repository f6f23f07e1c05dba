import MachoValues

extension Command {
  static let help: Command = .init(
    "help", usage: ["[VERB]", "codes"],
    summary: "list the verbs, or explain one",
    details: """
      'help codes' lists the codes of errors, for '! [code]'.

        help receive
      """,
    argument: .verb
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (verb, range) = arguments.word() else {
      session.events.append(.help(overview))
      return
    }
    try arguments.requireEnd(of: help)
    if verb == "codes" {
      session.events.append(.help(codes))
      return
    }
    guard let command = Command.named(verb) else {
      throw Diagnostic(
        "unknown-verb", "'\(verb)' is no verb", at: range,
        candidates: Suggestions.nearest(to: verb, among: Command.all.map(\.verb)))
    }
    session.events.append(.help(command.manual))
  }

  /// The whole help of one verb.
  package var manual: String {
    (usageLines + ["", summary + "."] + [details]).joined(separator: "\n")
  }

  private static var overview: String {
    let width = all.map(\.verb.count).max() ?? 0
    return all.map { column($0.verb, width) + $0.summary }.joined(separator: "\n")
      + "\n\n'help VERB' explains one, 'help codes' lists the codes of errors."
  }

  private static var codes: String {
    let width = DiagnosticCode.all.map(\.code.rawValue.count).max() ?? 0
    return DiagnosticCode.all.map { column($0.code.rawValue, width) + $0.meaning }
      .joined(separator: "\n")
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width - text.count + 2)
  }
}
