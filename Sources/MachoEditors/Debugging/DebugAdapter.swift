import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The server of the Debug Adapter Protocol for scripts.
///
/// It runs no feature: the script runs in a child process. If that crashes, another one runs the
/// script again up to the command before.
package final class DebugAdapter {
  let editor: MessageChannel
  let host: EditorHost
  var child: ChildProcess?
  /// The launched script.
  var program: DebuggedProgram?
  var configuration = DebugConfiguration()
  /// The breakpoints as the client set them, by path.
  var breakpoints: [String: [DebugConfiguration.Breakpoint]] = [:]
  var interventions: [DebugIntervention] = []
  /// The last stop. `nil` while the script runs.
  var stop: DebugStop?
  var isConfigured = false
  var stopsOnEntry = false
  /// Whether the client handles the event `invalidated`.
  var reportsInvalidation = false
  var hasStarted = false
  /// Called with the answers of the child process.
  var questions: [Int: (JSONValue) -> Void] = [:]
  private var lastQuestion = 0
  /// The parts of the state that the client can expand, by reference.
  var references: [VariableReference] = []
  /// When a pause was requested.
  var pauseDeadline: ContinuousClock.Instant?
  private var lastMessage = 0
  private var isDone = false

  /// Creates an adapter for the client on two descriptors.
  package init(host: EditorHost, input: Int32, output: Int32) {
    self.host = host
    editor = MessageChannel(input: input, output: output)
  }

  /// Serves until the client disconnects.
  package func run() {
    while !isDone, !editor.isClosed { waitForEvents() }
    _ = child?.end()
    editor.drain()
  }

  private func waitForEvents() {
    var polled = [pollfd(fd: editor.input, events: Int16(POLLIN), revents: 0)]
    if editor.hasQueuedOutput {
      polled.append(pollfd(fd: editor.output, events: Int16(POLLOUT), revents: 0))
    }
    if let child {
      let writes = child.channel.hasQueuedOutput ? Int16(POLLOUT) : 0
      polled.append(
        pollfd(fd: child.channel.input, events: Int16(POLLIN) | writes, revents: 0))
      polled.append(pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0))
    }
    let wait = pauseDeadline.map {
      Int32(max(0, ContinuousClock.now.duration(to: $0) / .milliseconds(1)) + 1)
    }
    guard poll(&polled, nfds_t(polled.count), wait ?? -1) >= 0 else { return }
    editor.flush()
    let events = Dictionary(polled.map { ($0.fd, $0.revents) }) { $0 | $1 }
    if let child {
      if events[child.errors] ?? 0 != 0 { forwardErrors(of: child) }
      if events[child.channel.input] ?? 0 != 0 {
        child.channel.flush()
        for message in child.channel.receive() where self.child === child { handle(message) }
        if child.channel.isClosed, self.child === child { handleCrash() }
      }
    }
    if polled[0].revents != 0 {
      for message in editor.receive() where !isDone { handleRequest(message) }
    }
    if let pauseDeadline, pauseDeadline <= .now { handleEndlessCommand() }
  }

  /// Shows what the feature prints.
  private func forwardErrors(of child: ChildProcess) {
    let bytes = child.readErrors()
    guard !bytes.isEmpty else { return }
    output(String(decoding: bytes, as: UTF8.self), "stderr")
  }

  // MARK: Messages

  private func send(_ members: [JSONValue.Member]) {
    lastMessage += 1
    editor.send(.object([.init("seq", .integer(lastMessage))] + members))
  }

  func event(_ name: String, _ body: JSONValue? = nil) {
    send(
      [.init("type", "event"), .init("event", .string(name))]
        + (body.map { [.init("body", $0)] } ?? []))
  }

  func output(_ text: String, _ category: String) {
    event("output", ["category": .string(category), "output": .string(text)])
  }

  private func handleRequest(_ message: JSONValue) {
    guard message["type"]?.string == "request",
      let command = message["command"]?.string
    else { return }
    let respond = DebugResponse(request: message, command: command) { [unowned self] in send($0) }
    guard let handler = Self.requests[command] else {
      respond.fail("the adapter has no request '\(command)'")
      return
    }
    handler(self, message["arguments"] ?? .null, respond)
    if command == "disconnect" { isDone = true }
  }

  typealias Handler = @Sendable (DebugAdapter, JSONValue, DebugResponse) -> Void

  private static let requests: [String: Handler] = [
    "initialize": { $0.initialize($1, $2) },
    "launch": { $0.launch($1, $2) },
    "configurationDone": { $0.finishConfiguration($2) },
    "setBreakpoints": { $0.setBreakpoints($1, $2) },
    "setExceptionBreakpoints": { $0.setExceptionBreakpoints($1, $2) },
    "dataBreakpointInfo": { $0.dataBreakpointInfo($1, $2) },
    "setDataBreakpoints": { $0.setDataBreakpoints($1, $2) },
    "breakpointLocations": { $0.breakpointLocations($1, $2) },
    "threads": {
      $2.succeed(["threads": [["id": 1, "name": .string($0.program?.name ?? "script")]]])
    },
    "stackTrace": { $0.stackTrace($2) },
    "scopes": { $0.scopes($2) },
    "variables": { $0.variables($1, $2) },
    "setVariable": { $0.setVariable($1, $2) },
    "evaluate": { $0.evaluate($1, $2) },
    "completions": { $0.completions($1, $2) },
    "exceptionInfo": { $0.exceptionInfo($2) },
    "continue": {
      $0.resume(["type": "run", "mode": "proceed"], $2, ["allThreadsContinued": true])
    },
    "next": { $0.resume(["type": "run", "mode": "next"], $2) },
    "stepIn": { $0.resume(["type": "run", "mode": "stepIn"], $2) },
    "stepOut": { $0.resume(["type": "run", "mode": "next"], $2) },
    "stepBack": { $0.resume(["type": "goBack", "mode": "step"], $2) },
    "reverseContinue": { $0.resume(["type": "goBack", "mode": "proceed"], $2) },
    "gotoTargets": { $0.gotoTargets($1, $2) },
    "goto": { $0.goToTarget($1, $2) },
    "pause": { $0.pause($2) },
    "restart": { $0.restart($1, $2) },
    "terminate": { $0.terminate($2) },
    "disconnect": { $2.succeed() },
  ]

  // MARK: The child process

  /// Asks the child process. It answers only while the script is stopped.
  func ask(_ message: [JSONValue.Member], _ body: @escaping (JSONValue) -> Void) {
    guard let child, stop != nil else { return body(.null) }
    lastQuestion += 1
    questions[lastQuestion] = body
    child.send(
      .object([.init("type", "ask"), .init("id", .integer(lastQuestion))] + message))
  }

  private func handle(_ message: JSONValue) {
    switch message["type"]?.string {
    case "running":
      child?.runningLine = message["line"]?.int
      runningPosition = message["position"]?.int
    case "output": output(message["text"]?.string ?? "", "stdout")
    case "intervention":
      if let value = message["value"].flatMap(DebugIntervention.init) {
        interventions.append(value)
      }
    case "stopped": report(DebugStop(message))
    case "failed":
      output((message["message"]?.string ?? "") + "\n", "stderr")
      finish(status: 2)
    case "finished":
      output(message["report"]?.string ?? "", "console")
      finish(status: message["status"]?.int ?? 1)
    case "answer":
      let id = message["id"]?.int ?? -1
      questions.removeValue(forKey: id)?(message["result"] ?? .null)
    default: break
    }
  }

  /// The position of the command that the child process reported last.
  private(set) var runningPosition: Int?

  private func report(_ stop: DebugStop) {
    self.stop = stop
    pauseDeadline = nil
    crashedPosition = nil
    references = []
    interventions.removeAll { $0.position > stop.position }
    var body: [JSONValue.Member] = [
      .init("reason", .string(stop.reason)), .init("threadId", 1),
      .init("allThreadsStopped", true),
    ]
    if let text = stop.text { body.append(.init("description", .string(text))) }
    if let code = stop.code { body.append(.init("text", .string(code))) }
    event("stopped", .object(body))
  }

  private func finish(status: Int) {
    stop = nil
    pauseDeadline = nil
    // The process has nothing more to do; a late message of it must not be taken for a crash.
    let ended = child
    child = nil
    _ = ended?.end()
    event("exited", ["exitCode": .integer(status)])
    event("terminated")
  }

  /// Starts a process and runs the script again up to a position, at which it stops.
  func restore(position: Int, reason: String, _ text: String?) {
    guard start() else { return }
    child?.send([
      "type": "restore", "position": .integer(position), "reason": .string(reason),
      "text": .optional(text),
      "interventions": .array(interventions.filter { $0.position <= position }.map(\.json)),
    ])
  }

  /// Starts a process with the script. Reports an error if that fails.
  func start() -> Bool {
    guard let program else { return false }
    let ended = child
    child = nil
    _ = ended?.end()
    stop = nil
    runningPosition = nil
    let waiting = questions.values
    questions = [:]
    for body in waiting { body(.null) }
    do {
      let started = ChildProcess(try host.launch(.debuggee))
      child = started
      started.send([
        "type": "load", "path": .string(program.path), "text": .string(program.text),
        "strict": .bool(program.isStrict),
      ])
      started.send(configuration.json)
      return true
    } catch {
      output("macho: the driver cannot be started: \(error)\n", "stderr")
      finish(status: 4)
      return false
    }
  }

  /// Goes back to the command before a crash.
  private func handleCrash() {
    guard let ended = child else { return }
    let line = ended.runningLine
    let position = runningPosition
    let end = ended.end()
    let reason = host.describeExit(end.status, end.errors)
    child = nil
    guard let line, let position, crashedPosition != position else {
      output("macho: the driver \(reason.reason)\n", "stderr")
      finish(status: 4)
      return
    }
    // If the script crashes again on the way there, it cannot be restored.
    crashedPosition = position
    output(
      "macho: line \(line) \(reason.reason)\n" + reason.details.map { $0 + "\n" }.joined(), "stderr"
    )
    restore(position: position, reason: "exception", "the command \(reason.reason)")
  }

  /// The position of a crash from which the script is being restored.
  private var crashedPosition: Int?

  /// Kills a process whose command does not end, and goes back to the command before.
  private func handleEndlessCommand() {
    pauseDeadline = nil
    let position = runningPosition ?? 0
    output("macho: the command did not stop; going back to it\n", "console")
    restore(position: position, reason: "pause", "the command did not stop")
  }

  private func terminate(_ response: DebugResponse) {
    response.succeed()
    finish(status: 0)
  }
}

/// Where and why the script has stopped.
struct DebugStop {
  var reason: String
  var text: String?
  var line: Int
  var position: Int
  /// The code of the failure.
  var code: String?
  /// The report of the failure.
  var details: String?

  init(_ message: JSONValue) {
    reason = message["reason"]?.string ?? "step"
    text = message["text"]?.string
    line = message["line"]?.int ?? 1
    position = message["position"]?.int ?? 0
    code = message["code"]?.string
    details = message["details"]?.string
  }
}

/// The response to a request.
struct DebugResponse {
  private let request: JSONValue
  private let command: String
  private let send: ([JSONValue.Member]) -> Void

  init(request: JSONValue, command: String, send: @escaping ([JSONValue.Member]) -> Void) {
    self.request = request
    self.command = command
    self.send = send
  }

  func succeed(_ body: JSONValue? = nil) {
    send(members(success: true) + (body.map { [.init("body", $0)] } ?? []))
  }

  /// Fails with a message that the client shows.
  func fail(_ message: String) {
    send(
      members(success: false) + [
        .init("message", .string(message)),
        .init("body", ["error": ["id": 1, "format": .string(message), "showUser": true]]),
      ])
  }

  private func members(success: Bool) -> [JSONValue.Member] {
    [
      .init("type", "response"), .init("request_seq", request["seq"] ?? 0),
      .init("success", .bool(success)), .init("command", .string(command)),
    ]
  }
}

/// The script that is debugged.
struct DebuggedProgram {
  let path: String
  let text: String
  let isStrict: Bool
  let script: Script

  /// The name of the file.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the line of the first command at or below a line. `nil` if there is none.
  func commandLine(atOrBelow line: Int) -> Int? {
    script.steps.lazy.map(\.lines.lowerBound).first { $0 >= line }
      ?? script.steps.last { $0.lines.contains(line) }?.lines.lowerBound
  }
}

/// What a client refers to with a `variablesReference`: a scope or a part of the state.
struct VariableReference {
  var scope: String
  var range: Range<Int>?
  /// The path of the part. Empty for a scope.
  var path: String
}
