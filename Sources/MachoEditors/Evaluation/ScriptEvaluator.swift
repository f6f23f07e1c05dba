import MachoSessions
import MachoSystem
import MachoValues

/// The process that runs the script of one document, for the language server.
///
/// It runs each version of the text and answers questions about the state at a line. A question has
/// precedence over the run; a newer version replaces it. The feature's code runs only here, so a crash
/// or an endless loop costs this process only.
package final class ScriptEvaluator {
  private let catalog: [any DrivenFeature]
  private let environment: [String: String]
  private let channel: MessageChannel
  private var path = "-"
  private var version = -1
  private var mask = ScriptMask("")
  /// The line from which on nothing is run.
  private var limit: Int?
  private var evaluation: ScriptEvaluation?
  private lazy var position = ScriptPosition(catalog: catalog, environment: environment) {
    [unowned self] in reportRunning($0)
  }

  /// Creates an evaluator that reads requests from a channel.
  package init(
    catalog: [any DrivenFeature], environment: [String: String], channel: MessageChannel
  ) {
    self.catalog = catalog
    self.environment = environment
    self.channel = channel
  }

  /// Serves until the channel is closed.
  package func serve() {
    while !channel.isClosed {
      if let evaluation, !evaluation.isFinished, !isReadable(channel.input) {
        if !evaluation.step() { report(evaluation) }
      } else {
        for message in channel.receive() { handle(message) }
        channel.drain()
        if evaluation?.isFinished ?? true { send(["type": "idle"]) }
      }
    }
  }

  private func handle(_ message: JSONValue) {
    switch message["type"]?.string {
    case "text": update(message)
    case "query":
      let result = EvaluatorQuery(message).map { answer($0) } ?? .null
      send(["type": "reply", "id": message["id"] ?? .null, "result": result])
    default: break
    }
  }

  private func update(_ message: JSONValue) {
    let text = message["text"]?.string ?? ""
    version = message["version"]?.int ?? 0
    path = message["path"]?.string ?? "-"
    limit = message["limit"]?.int
    mask = ScriptMask(text)
    evaluation = ScriptEvaluation(
      version: version, text: text, path: path, above: limit, catalog: catalog,
      environment: environment
    ) { [unowned self] in reportRunning($0) }
  }

  /// Reports the line that runs next, so that a crash can be attributed to it.
  private func reportRunning(_ line: Int) { send(["type": "running", "line": .integer(line)]) }

  private func report(_ evaluation: ScriptEvaluation) {
    send(evaluation.report)
    send(["type": "idle"])
  }

  private func send(_ message: JSONValue) {
    channel.send(message)
    channel.drain()
  }

  /// Runs the evaluation to its end, for a question about its result.
  private func finishedEvaluation() -> ScriptEvaluation? {
    guard let evaluation else { return nil }
    if !evaluation.isFinished {
      while evaluation.step() {}
      report(evaluation)
    }
    return evaluation
  }

  private func answer(_ query: EvaluatorQuery) -> JSONValue {
    switch query.kind {
    case .completion, .hint:
      guard let command = TypedCommand(in: mask.lines, line: query.line, column: query.column),
        let session = position.session(
          of: mask, path: path, above: min(command.firstLine, limit ?? .max))
      else { return .null }
      return query.kind == .completion
        ? command.completions(in: session) : command.signature(in: session)
    case .hover:
      return finishedEvaluation()?.hover(line: query.line, column: query.column) ?? .null
    case .actions:
      return finishedEvaluation()?.codeActions(lines: query.line...query.lastLine) ?? []
    case .update:
      return finishedEvaluation()?.acceptedOutputs ?? []
    }
  }
}

/// A question about a document.
struct EvaluatorQuery {
  enum Kind: String {
    /// The completions at a position.
    case completion
    /// The signature of the command at a position.
    case hint
    /// The value and type at a position.
    case hover
    /// The corrections of the failures in some lines.
    case actions
    /// The actual outputs of all commands whose expected output differs.
    case update
  }

  var kind: Kind
  /// The line, counted from 1, and the UTF-8 column.
  var line: Int
  var column: Int
  var lastLine: Int
}

extension EvaluatorQuery {
  init?(_ message: JSONValue) {
    guard let kind = message["kind"]?.string.flatMap(Kind.init) else { return nil }
    let line = message["line"]?.int ?? 1
    self.init(
      kind: kind, line: line, column: message["column"]?.int ?? 0,
      lastLine: max(line, message["lastLine"]?.int ?? line))
  }
}
