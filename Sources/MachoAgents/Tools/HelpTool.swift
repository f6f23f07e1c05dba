import MachoSessions
import MachoValues

extension AgentTool {
  static let help = AgentTool(
    "help", title: "Explain the script language",
    """
    Explains a verb such as 'send', a topic such as 'values', 'paths' or 'scripts', or an error code such as \
    'no-such-case'. Without a topic, lists the verbs and topics.
    """,
    [
      ToolParameter("topic", .text, "A verb, a topic or an error code. Default: the list."),
      .cursor,
    ],
    Hints(isReadOnly: true, isIdempotent: true), pageSize: 4_096
  ) { call throws(ToolFailure) in
    guard let topic = call.arguments.text("topic") else {
      return ToolResult(list, [])
    }
    if let text = explanation(of: topic) { return ToolResult(text, []) }
    let codes = DiagnosticCode.all.map(\.code.rawValue)
    var failure = ToolFailure(
      "no-such-topic", "'\(topic)' is not a verb, a topic or an error code",
      candidates: Suggestions.nearest(
        to: topic, among: Command.all.map(\.verb) + topics.map(\.name) + codes))
    failure.notes = ["'help' without a topic lists verbs and topics"]
    throw failure
  }

  /// The topics that do not explain the keys of a prompt.
  private static let topics =
    [(name: LanguagePage.scriptsTopic, summary: "what a script contains")]
    + Command.topics.filter { !["keys", "prompt"].contains($0.name) }

  private static let list: String = {
    let lines = topics.map { "\($0.name)  \($0.summary)" }
    return (["verbs", Command.explanation(of: "verbs") ?? "", "", "topics"] + lines)
      .joined(separator: "\n")
  }()

  private static func explanation(of topic: String) -> String? {
    if topic == LanguagePage.scriptsTopic { return LanguagePage.scripts }
    if let text = Command.explanation(of: topic) { return text }
    let code = DiagnosticCode.all.first { $0.code.rawValue == topic }
    return code.map { "\($0.code): \($0.meaning)" }
  }
}
