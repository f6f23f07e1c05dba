import MachoLocks
import MachoSessions
import MachoValues

/// The server of the Debug Adapter Protocol for scripts.
///
/// It runs no feature: the script runs in a child process. If that crashes, another one runs the
/// script again up to the command before.
package final class DebugAdapter {
  let editor: MessageChannel
  let host: EditorHost
  let catalog: [any DrivenFeature]
  /// How the client counts lines and columns.
  var positions = ClientPositions()
  private var isInitialized = false
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
  var lastQuestion = 0
  /// The position of the command that the child process reported last.
  var runningPosition: Int?
  /// The position of a crash from which the script is being restored.
  var crashedPosition: Int?
  /// The parts of the state that the client can expand, by reference.
  var references: [VariableReference] = []
  /// When a pause was requested.
  var pauseDeadline: ContinuousClock.Instant?
  private var lastMessage = 0
  private var isDone = false

  /// Creates an adapter for the client on two descriptors.
  package init(
    catalog: [any DrivenFeature], host: EditorHost, input: Int32, output: Int32
  ) {
    self.catalog = catalog
    self.host = host
    editor = MessageChannel(input: input, output: output)
  }

  /// Serves until the client disconnects.
  package func run() {
    while !isDone, !editor.isClosed { waitForEvents() }
    _ = child?.end()
    editor.drain()
    if let defect = editor.defect { host.report(defect) }
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
    editor.send(
      positions.toClient(.object([.init("seq", .integer(lastMessage))] + members)))
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
    guard isInitialized || command == "initialize" else {
      respond.fail("'initialize' comes first")
      return
    }
    isInitialized = true
    handler(self, positions.fromClient(message["arguments"] ?? .null), respond)
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
}
