import ArgumentParser
import Foundation
import MachoInspector
import MachoLocks
import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues
import MachoWire

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Drive a feature in a browser.",
    discussion: """
      Prints the address of a page on 127.0.0.1. The page shows the timeline, the state, the effects \
      and the calls of a session, and sends lines to it. All pages with that address share the \
      session, also with 'macho repl --inspect' and 'macho connect --session NAME'. The address \
      contains a token: whoever has it can run lines. Files are saved below the working directory. \
      Ctrl-C ends it. Exit status: 0 ended; 1 the server has closed the connection; 2 usage, or a \
      socket cannot be used.
      """)

  @Argument(help: "The feature to open. 'feature NAME' opens one later.")
  var feature: String?

  @Option(
    help: ArgumentHelp(
      "Run a script first, up to the first command that fails. With a line, run the commands above it; the page then has that line to edit.",
      valueName: "file[:line]"))
  var script: String?

  @Option(
    help: ArgumentHelp(
      "Use a server started by 'macho serve --socket PATH'. Default: a server of its own.",
      valueName: "path"))
  var connect: String?

  /// The name of the session, unless another is given.
  static let defaultSession = "inspector"

  @Option(help: "The name of the shared session. Default: inspector.")
  var session = Self.defaultSession

  @Option(help: #"test, preview, live or 'preview "PRESET"'. Default: the feature's own context."#)
  var context: ContextChoice?

  @Option(help: "The port of the page. Default: a free one.")
  var port: UInt16 = 0

  @Option(
    name: .customLong("redact"),
    help:
      "Redact matches of this regular expression in the page and in recordings. May be repeated.")
  var redactions: [String] = []

  /// Whether standard output is a prompt's socket, and the process ends with the prompt.
  @Flag(help: .hidden) var behindPrompt = false

  func validate() throws {
    if feature != nil, script != nil {
      throw ValidationError("--script opens the feature of the script: omit '\(feature ?? "")'")
    }
    // The server would save what the page redacts.
    if connect != nil, !redactions.isEmpty {
      throw ValidationError(
        "--redact cannot be combined with --connect: start the server with 'macho serve --redact'")
    }
  }

  func run() throws {
    ignoreBrokenPipes()
    let redactor = try makeRedactor(redactions)
    if connect == nil { _ = try feature.map(Catalog.feature(named:)) }
    let script = try self.script.map(Self.scriptData)
    do {
      if let connect {
        try inspect(serverAt: connect, script, redactor)
      } else {
        try serve(script, redactor)
      }
    } catch let failure as SocketPath.Failure {
      printError("\(failure)")
      throw ExitStatus.usage
    } catch let failure as WireClient.Failure {
      printError(failure.text)
      throw ExitStatus.usage
    }
  }

  /// Runs a server of its own until a signal arrives.
  private func serve(_ script: JSONValue?, _ redactor: Redactor) throws {
    var template = Array((NSTemporaryDirectory() + "/macho-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      printError("cannot create a directory for a socket: \(String(cString: strerror(errno)))")
      throw ExitStatus.usage
    }
    let directory = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    defer { rmdir(directory) }
    let path = try SocketPath(directory + "/socket")
    let server = try SocketServer(path, framing: .lines, allowed: [], redactions: redactions)
    if behindPrompt { endWithPrompt() }
    var keeper: SessionKeeper?
    try server.run { keeper = try start(serverAt: path.path, script, redactor) {} }
    keeper?.disconnect()
  }

  /// Serves pages of another server until a signal arrives or the server closes the connection.
  private func inspect(
    serverAt path: String, _ script: JSONValue?, _ redactor: Redactor
  ) throws {
    let interruption = InterruptSignal.install()
    guard let ends = makePipe() else { throw SpawnedProcess.Failure("make a pipe", errno) }
    let keeper = try start(serverAt: path, script, redactor) { close(ends.writing) }
    defer { keeper.disconnect() }
    let isReadable = waitUntilReadable(ends.reading, interruption?.descriptor ?? ends.reading)
    guard interruption?.signal == nil, isReadable[0] else { return }
    printError("macho: the server closed the connection")
    throw ExitStatus.failed
  }

  /// Opens the session, starts the web server and prints the address.
  private func start(
    serverAt path: String, _ script: JSONValue?, _ redactor: Redactor,
    onDisconnect: @escaping @Sendable () -> Void
  ) throws -> SessionKeeper {
    let keeper = try SessionKeeper(
      path: path, name: session, feature: feature, context: context, onDisconnect: onDisconnect)
    let server = try WebServer(
      port: port, socketPath: path, redact: redactor.redactingMessages,
      page: page(title: feature ?? self.script ?? session, script))
    guard server.start() else { throw SpawnedProcess.Failure("start a thread", EAGAIN) }
    let prompt = behindPrompt ? "\(server.address)\n\(path)\n" : "inspector: \(server.address)\n"
    StandardOutput.write(prompt)
    return keeper
  }

  /// Returns the page for the addresses of WebSockets.
  private func page(title: String, _ script: JSONValue?) -> @Sendable (String) -> String {
    let configuration: JSONValue = [
      "event": "connection", "session": .string(session), "context": .optional(context?.text),
      "feature": .optional(feature), "script": script ?? .null,
    ]
    let data = InspectorPage.escaped(configuration.text)
    return { connection in
      InspectorPage.opening(title: "\(title): macho inspect", connection: connection) + "\n" + data
        + "\n" + InspectorPage.closing + "\n"
    }
  }

  /// Returns the lines of a script that the page runs first, and the line to edit, if one is named.
  private static func scriptData(_ text: String) throws -> JSONValue {
    let location = ScriptLocation(text)
    // These end or limit the run of a script. The page keeps its session open.
    let directives: [Command] = [.xfail, .timeout, .skip, .quit]
    let steps = try readScript(at: location, anyLine: true).steps.filter {
      $0.line.command.map { !directives.contains($0) } ?? true
    }
    let end = location.line.map { line in
      steps.firstIndex { $0.lines.upperBound > line } ?? steps.endIndex
    }
    let edited = end.flatMap { steps[$0...].first?.text }
    return [
      "lines": .array(steps[..<(end ?? steps.endIndex)].map { .string($0.text) }),
      "line": .optional(edited),
    ]
  }

  /// Ends the process by a signal when the prompt exits.
  private func endWithPrompt() {
    _ = PosixThread {
      var byte: UInt8 = 0
      while read(ChildSocket.lifeline, &byte, 1) < 0, errno == EINTR {}
      kill(getpid(), SIGTERM)
    }
  }
}

extension Redactor {
  /// Redacts JSON messages, on any thread.
  fileprivate var redactingMessages: @Sendable (String) -> String {
    guard !isEmpty else { return { $0 } }
    let redactor = Lock(SendableRedactor(redactor: self))
    return { message in
      guard let value = try? JSONValue(parsing: message) else { return message }
      return redactor.withLock { $0.redactor.redact(value).text }
    }
  }
}

/// SAFETY: the redactor is used only with the lock held that contains it.
private struct SendableRedactor: @unchecked Sendable {
  let redactor: Redactor
}
