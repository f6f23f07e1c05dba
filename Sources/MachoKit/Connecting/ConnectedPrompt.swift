import Foundation
import MachoDiff
import MachoLocks
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoTerminal
import MachoValues
import MachoWire

/// The interactive loop over a connection. The server runs the lines; events caused by other
/// clients are printed above the line being typed.
final class ConnectedPrompt {
  private enum Message: Sendable {
    case input(TerminalInput)
    case event(JSONValue, connection: Int)
    case disconnected(connection: Int)
  }

  private let path: String
  private let connection: CurrentConnection
  private let mailbox = Mailbox<Message>()
  private let source: any LineSource
  private let palette: Palette
  private let runningRequest: Lock<RequestID?>
  private var history: PromptHistory?
  private var session = ""
  private var feature: String?
  private var hasFailed = false
  /// The parameters of `open`.
  private var opening: [JSONValue.Member] = []
  /// The lines of a private session, which a new session repeats after a crash. `nil` if it must not
  /// or cannot be repeated.
  private var lines: [String]? = []

  init(path: String, palette: Palette) throws(SocketPath.Failure) {
    self.palette = palette
    let (mailbox, runningRequest) = (mailbox, Lock<RequestID?>(nil))
    self.runningRequest = runningRequest
    self.path = path
    let connection = CurrentConnection(try Self.connect(to: path, number: 0, mailbox))
    self.connection = connection
    var configuration = LineSourceConfiguration(
      completing: { connection.client.complete($0, reply: $1) },
      hinting: { connection.client.hint($0, reply: $1) }, palette)
    history = PromptHistory(ProcessInfo.processInfo.environment)
    configuration.historyPath = history?.change(to: nil)
    source = makeLineSource(configuration)
  }

  private static func connect(
    to path: String, number: Int, _ mailbox: Mailbox<Message>
  ) throws(SocketPath.Failure) -> WireClient {
    try WireClient(
      path: path, onEvent: { mailbox.post(.event($0, connection: number)) },
      onDisconnect: { mailbox.post(.disconnected(connection: number)) })
  }

  private var client: WireClient { connection.client }

  /// Opens the session and subscribes to its events.
  func open(feature: String?, session: String?, context: ContextChoice?) throws {
    var parameters: [JSONValue.Member] = []
    if let feature { parameters.append(.init("feature", .string(feature))) }
    if let session { parameters.append(.init("name", .string(session))) }
    if let context { parameters.append(.init("context", .string(context.text))) }
    opening = parameters
    // Other clients have changed a shared session too.
    if session != nil { lines = nil }
    do throws(WireClient.Failure) { try open() } catch {
      printError(error.text)
      throw ExitStatus.usage
    }
  }

  private func open() throws(WireClient.Failure) {
    let opened = try client.call("open", opening)
    session = opened["session"]?.string ?? ""
    feature = opened["feature"]?.string
    if opened["context"]?.string == RunContext.live.rawValue { lines = nil }
    _ = try client.call("subscribe")
  }

  /// Runs lines until `quit`, the end of the input or a disconnect. Returns whether all lines
  /// passed.
  func run() -> Bool {
    source.start { [mailbox, runningRequest, connection, source] input in
      guard case .interruptedWhileIdle = input else { return mailbox.post(.input(input)) }
      // The blocked `run` request can only be cancelled from this thread.
      source.print("\n")
      guard let id = runningRequest.withLock({ $0 }) else { return }
      if connection.hasCancelled(id) {
        // The process of a private session ends with its connection.
        connection.client.disconnect()
      } else {
        connection.cancel(id)
        source.print("(Ctrl-C again ends the line)")
      }
    }
    defer { source.close() }
    requestLine()
    while true {
      switch mailbox.next() {
      case .event(let event, let number): if number == connection.number { show(event) }
      case .disconnected(let number):
        guard number == connection.number else { continue }
        source.print("the server closed the connection")
        return false
      case .input(.line(let text)):
        for line in logicalLines(of: text).map(\.text) where !Prompt.isCommentOrOutput(line) {
          guard execute(line) else { return !hasFailed }
        }
        requestLine()
      case .input(.interrupted), .input(.cancelled): requestLine()
      case .input(.interruptedWhileIdle): break
      case .input(.unreadable):
        source.print("the line is not UTF-8 or too long")
        hasFailed = true
        requestLine()
      case .input(.endOfInput): return !hasFailed
      }
    }
  }

  private func requestLine() {
    if let path = history?.change(to: feature) { source.useHistory(at: path) }
    source.requestLine(prompt: "\(feature ?? "macho")@\(session)> ")
  }

  /// Sends a line to the server and waits for the response. Returns whether the session stays open.
  private func execute(_ line: String) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let response = Lock<Result<JSONValue, WireClient.Failure>>(.failure(.disconnected))
    let parameters: [JSONValue.Member] = [.init("line", .string(line)), .init("roles", true)]
    let id = client.send("run", parameters) { result in
      response.withLock { $0 = result }
      done.signal()
    }
    runningRequest.withLock { $0 = id }
    done.wait()
    runningRequest.withLock { $0 = nil }
    let traits = (try? Line(parsing: line))?.command?.traits ?? []
    switch response.withLock({ $0 }) {
    case .success(let result):
      show(result["output"], result["roles"])
      let holds = traits.contains(.asserts) && result["output"]?.array?.isEmpty ?? false
      if holds, source.isInteractive { source.print(palette.text("✓", .unchanged)) }
      remember(line)
    case .failure(.refused(let error)):
      hasFailed = true
      let data = error["data"]
      if data?["output"] == nil { source.print(error["message"]?.string ?? "refused") }
      show(data?["output"], data?["result"]?["roles"])
      if data?["code"]?.string == "crashed" {
        restoreSession(after: line)
        return true
      }
      remember(line)
    case .failure(.disconnected):
      guard connection.hasCancelled(id) else { return true }
      show([StyledLine("interrupted: the line did not stop", .problem)])
      restoreSession(after: line)
      return true
    }
    if !traits.isDisjoint(with: [.opensStore, .selectsStore]) { updateFeature() }
    return !traits.contains(.endsSession)
  }

  /// Asks for the feature in use, which the prompt shows.
  private func updateFeature() {
    let name = (try? client.call("sessions"))?["sessions"]?.array?.first?["feature"]?.string
    feature = name ?? feature
  }

  // MARK: After a crash

  /// Keeps a line for a new session.
  private func remember(_ text: String) {
    guard let line = try? Line(parsing: text), line.command?.transcript != .excluded else { return }
    // Repeated lines would run the effects of a live session again.
    if line.command == .context || line.has(.opensStore), mayBecomeLive(line) { lines = nil }
    lines?.append(text)
  }

  private func mayBecomeLive(_ line: Line) -> Bool {
    let live = RunContext.live
    if line.command == .context {
      return (try? ContextChoice(parsing: String(line.arguments.text)))?.context == live
    }
    let features = (try? client.call("features"))?["features"]?.array ?? []
    return features.contains { $0["context"]?.string == live.rawValue }
  }

  /// Opens a new session in the state before the line that crashed: the process of the old one has
  /// ended.
  private func restoreSession(after line: String) {
    guard !opening.contains(where: { $0.key == "name" }) else {
      return source.print("the shared session is lost")
    }
    do {
      connection.replace(
        by: try Self.connect(to: path, number: connection.number + 1, mailbox))
      try open()
      guard let lines else {
        return source.print(
          "a new session is open: the lines of a live one would run its effects again")
      }
      for line in lines + ["# ended: " + line] {
        _ = try? client.call("run", [.init("line", .string(line))])
      }
      updateFeature()
      show([StyledLine("the state before this line is back", .notice)])
    } catch {
      source.print("the session is lost: the server closed the connection")
    }
  }

  private func show(_ output: JSONValue?, _ roles: JSONValue?) {
    let lines = output?.array?.compactMap(\.string) ?? []
    let roles = roles?.array?.map { $0.string.flatMap(LineRole.init) ?? .plain } ?? []
    show(lines.enumerated().map { StyledLine($1, $0 < roles.count ? roles[$0] : .plain) })
  }

  private func show(_ lines: [StyledLine]) {
    guard !lines.isEmpty else { return }
    source.print(palette.escapedText(of: lines))
  }

  /// Prints an event that another client or external work caused.
  private func show(_ event: JSONValue) {
    guard !isFromThisClient(event) else { return }
    let change = (event["diff"]?.string).map(Change.init(reading:))
    var lines: [StyledLine] = []
    switch event["kind"]?.string {
    case "ran": lines = [StyledLine("(another client)  " + (event["line"]?.string ?? ""))]
    case "received":
      let action = event["action"]?.string ?? ""
      lines = OutcomeFormatter.styledLines(for: .received(action: action, change))
    case "changed", "replayed": lines = OutcomeFormatter.styledLines(for: .changed(change))
    case "modified":
      let line = event["line"]?.string ?? ""
      lines = OutcomeFormatter.styledLines(for: .modified(Line(line), change))
    case "failed":
      let text = "\(event["code"]?.string ?? ""): \(event["message"]?.string ?? "")"
      lines = [StyledLine(text, .problem)]
    case "notice": lines = [StyledLine(event["text"]?.string ?? "", .notice)]
    default: break
    }
    show(lines.map { StyledLine(OutputEscaping.encode($0.text), $0.role) })
  }

  /// Whether this client's own request caused the event; its response already contains the output.
  private func isFromThisClient(_ event: JSONValue) -> Bool {
    event["cause"]?["own"]?.bool == true
  }
}

extension WireClient.Failure {
  /// The message to print.
  var text: String {
    switch self {
    case .refused(let error): error["message"]?.string ?? "the server refused"
    case .disconnected: "the server closed the connection"
    }
  }
}

/// The connection of a prompt, which is replaced after a crash.
private final class CurrentConnection: Sendable {
  private struct State {
    var client: WireClient
    var number = 0
    var cancelled: RequestID?
  }

  private let current: Lock<State>

  init(_ client: WireClient) { current = Lock(State(client: client)) }

  var client: WireClient { current.withLock { $0.client } }
  /// Its ordinal, from 0. Messages of earlier connections have lower ones.
  var number: Int { current.withLock { $0.number } }

  func replace(by client: WireClient) {
    current.withLock { $0 = State(client: client, number: $0.number + 1) }
  }

  /// Records that a request was cancelled.
  func cancel(_ id: RequestID) {
    current.withLock { $0.cancelled = id }
    client.cancel(id)
  }

  /// Whether a request was cancelled before.
  func hasCancelled(_ id: RequestID) -> Bool { current.withLock { $0.cancelled == id } }
}
