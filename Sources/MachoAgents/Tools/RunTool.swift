import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

extension AgentTool {
  static let run = AgentTool(
    "run", title: "Run lines",
    """
    Runs lines of the script language in a session, and returns the transcript: state changes as diffs, \
    received actions, and errors with candidates. Stops at the first line that fails. Examples: \
    'send incrementButtonTapped', 'stub numberFact.fetch -> "ok"', 'advance 300ms', 'expect count == 1', \
    'state contacts[0]', 'effects', 'undo 1', 'help send'.
    """,
    [
      .session,
      ToolParameter("lines", .text, "One or more lines. A line continues while a bracket is open."),
      ToolParameter("keepGoing", .flag, "Also run the lines after one that fails. Default: false."),
      .cursor,
    ],
    Hints(runsFeatures: true)
  ) { call throws(ToolFailure) in
    let session = try call.openSession()
    guard let text = call.arguments.text("lines") else {
      throw ToolFailure("bad-arguments", "the argument 'lines' is missing")
    }
    var lines = try commands(in: text, orElse: "nothing ran")[...]
    var transcript = RunTranscript(session: session.handle, echoes: lines.count > 1)
    let keepsGoing = call.arguments.flag("keepGoing")
    while let line = lines.popFirst(), !session.isClosed, !call.cancellation.isCancelled {
      transcript.run(line, in: session, call.cancellation)
      if transcript.hasEnded || transcript.hasFailed && !keepsGoing { break }
    }
    return transcript.result(notRun: lines.count, isOutdated: session.isOutdated)
  }

  /// Divides a text into commands and phases. Expected output is ignored.
  ///
  /// - Parameter consequence: What an error has prevented, such as 'nothing ran'.
  static func commands(in text: String, orElse consequence: String) throws(ToolFailure) -> [Line] {
    let script: Script
    do throws(ScriptParseErrors) { script = try ScriptParser.parse(text) } catch {
      var failure = ToolFailure(
        "syntax", "the lines do not parse; \(consequence)",
        candidates: error.errors.first?.candidates ?? [])
      failure.output = [
        "error: the lines do not parse; \(consequence)", error.text(path: "lines"),
      ]
      throw failure
    }
    if let line = script.firstTableLine {
      throw ToolFailure(
        "not-supported",
        "line \(line) begins a table of cases, which needs a script; \(consequence)")
    }
    return script.items.map { item in
      switch item {
      case .step(let index): script.steps[index].line
      case .phase(let phase): Line("## " + phase.title)
      }
    }
  }
}

/// Runs lines and collects what they print.
private struct RunTranscript {
  /// The maximal size of an echoed line and of a received action in bytes. Both usually repeat what the
  /// client has written, and the diff has the values.
  private static let echoLimit = 160

  let session: String
  /// Whether each line is repeated before its output.
  let echoes: Bool
  private var text: [String] = []
  /// The number of lines that ran.
  private var count = 0
  private var failures: [JSONValue] = []
  private var status: JSONValue = [:]
  private var next: [String] = []
  private(set) var hasFailed = false
  /// Whether no later line can run as expected.
  private(set) var hasEnded = false

  init(session: String, echoes: Bool) {
    self.session = session
    self.echoes = echoes
  }

  mutating func run(_ command: Line, in session: AgentSession, _ cancellation: CallCancellation) {
    let line = command.text
    let reply = session.call(
      "run", [.init("line", .string(line)), .init("roles", true)], cancellation)
    if echoes, !reply.quotesLine { text.append("> " + line.shortened(to: Self.echoLimit)) }
    switch reply {
    case .result(let result):
      session.remember(command, result, hasFailed: false)
      next = NextLines.continuations(of: result, isLive: session.isLive)
      add(result, nil, instead: longState(of: command, result, session))
      if command.has(.endsSession) {
        session.close()
        text.append("The session has ended.")
        (hasEnded, next) = (true, [])
      }
    case .refused(let error) where ToolFailure(error).code == "no-such-session":
      session.close()
      (hasFailed, hasEnded, next) = (true, true, [])
      add([:], ToolFailure("no-such-session", "the session '\(session.handle)' has ended"))
    case .refused(let error):
      let result = error["data"]?["result"] ?? [:]
      session.remember(command, result, hasFailed: true)
      hasFailed = true
      next = NextLines.corrections(of: line, error)
      if next.isEmpty { next = NextLines.continuations(of: result, isLive: session.isLive) }
      add(result, ToolFailure(error))
    case .crashed(let error):
      end(
        line, session,
        error.map { ToolFailure($0) }
          ?? ToolFailure(
            "crashed", "the feature ended its process at this line"))
    case .timedOut:
      end(
        line, session,
        ToolFailure("timed-out", "the line did not end in time: its process was killed"))
    }
  }

  /// Adds a line that has ended its process.
  private mutating func end(_ line: String, _ session: AgentSession, _ failure: ToolFailure) {
    (hasFailed, hasEnded, next) = (true, true, [])
    var failure = failure
    if failure.output.isEmpty {
      failure.output = ["error \(failure.code): \(failure.message)"]
    }
    failure.output.append(session.restore(after: line).text)
    add([:], failure)
  }

  /// Adds the result of a line. `instead` replaces what the line has printed.
  private mutating func add(
    _ result: JSONValue, _ failure: ToolFailure?, instead: String? = nil
  ) {
    let output = instead.map { [$0] } ?? Self.output(of: result, failure)
    text += output.isEmpty ? (failure.map { [$0.text] } ?? []) : output
    if result["position"] != nil { status = result }
    count += 1
    if let failure {
      failures.append(["line": .integer(count), "code": .string(failure.code)])
    }
  }

  /// Returns the parts of a long state that a line 'state' has printed. `nil` for a short one, and for
  /// other lines.
  private func longState(
    of command: Line, _ result: JSONValue, _ session: AgentSession
  ) -> String? {
    let size = Self.output(of: result, nil).reduce(0) { $0 + $1.utf8.count }
    guard command.command == .state, size > StateText.limit else { return nil }
    return session.longState(at: String(command.arguments.text))
  }

  /// Returns what a line has printed, with long received actions shortened.
  private static func output(of result: JSONValue, _ failure: ToolFailure?) -> [String] {
    let lines = failure?.output ?? (result["output"]?.array ?? []).compactMap(\.string)
    let roles = (result["roles"]?.array ?? []).map { $0.string.flatMap(LineRole.init(rawValue:)) }
    guard roles.count == lines.count else { return lines }
    return zip(lines, roles).map { line, role in
      role == .received ? line.shortened(to: echoLimit) : line
    }
  }

  func result(notRun: Int, isOutdated: Bool) -> ToolResult {
    var lines = text
    if let word = status["status"]?.string, !hasEnded {
      let position = status["position"]?.int ?? 0
      let effects = counted(status["effects"]?.int ?? 0, "effect")
      let wakes = status["wakes"]?.string.map { ", wakes in \($0)" } ?? ""
      lines.append("[\(word), position \(position), \(effects) in flight\(wakes)]")
      let pending = NextLines.pendingCalls(of: status)
      if !pending.isEmpty {
        let rest = pending.count > 3 ? ", and \(pending.count - 3) more" : ""
        lines.append("[pending: \(pending.prefix(3).joined(separator: ", "))\(rest)]")
      }
    }
    if isOutdated, !hasEnded {
      lines.append("[the driver was rebuilt: this session runs the old one; 'open' starts the new]")
    }
    if notRun > 0 {
      lines.append("[not run: \(counted(notRun, "line")) after the failed one]")
    }
    if !next.isEmpty { lines.append(AgentTool.nextText(next)) }
    return ToolResult(
      lines.joined(separator: "\n"),
      [
        .init("session", .string(session)), .init("passed", .bool(!hasFailed)),
        .init("failures", .array(failures)), .init("notRun", .integer(notRun)),
      ] + AgentTool.sessionStatus(of: status), isError: hasFailed)
  }
}
