import ArgumentParser
import Composable
import Foundation
import MachoWire

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve features to programs, with JSON or text messages.",
    discussion: """
      Serves one client on standard input and output, or many on a Unix socket. A message is a line of \
      JSON-RPC 2.0. If the first byte is not '{', the client uses text mode: a token, then a line as \
      at a prompt. Features print to standard error. 'Protocol.md' in \
      Sources/MachoWire/MachoWire.docc documents the methods. Exit status: 0 the client or the server closed; 1 a client that did not read was \
      disconnected; 2 usage, or the socket cannot be used; 4 a feature called 'exit'.
      """)

  @Option(help: "Listen at this path. Each client gets its own process.")
  var socket: String?

  @Option(help: "How messages are delimited: lines or content-length. Default: lines.")
  var framing = Framing.lines

  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "Let clients read files below this directory, too. May be repeated.",
      valueName: "directory"))
  var allowed: [String] = []

  @Option(
    name: .customLong("redact"),
    help: "Redact matches of this regular expression in recordings. May be repeated.")
  var redactions: [String] = []

  /// The path of the server whose connection is on standard input.
  @Option(help: .hidden) var connectionOf: String?
  /// Whether descriptor 3 closes when the process that spawned this one exits.
  @Flag(help: .hidden) var hasLifeline = false
  /// Whether standard input is the listening socket for shared sessions.
  @Flag(help: .hidden) var sharesSessions = false

  func validate() throws {
    for directory in allowed {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory),
        isDirectory.boolValue
      else { throw ValidationError("--allow: no such directory: '\(directory)'") }
    }
  }

  func run() throws {
    ignoreBrokenPipes()
    CrashResponder.respond()
    let redactor = try makeRedactor(redactions)
    if let socket { return try serve(at: socket) }
    if !hasLifeline { ScriptLauncher.enableBacktraces() }
    // Clients see external work when it arrives.
    StoreExecutor.processWide?.externalWork?.holdsUntilSettled = false
    let process = ConnectionProcess(
      framing: framing, allowed: allowed, redactor: redactor, hasLifeline: hasLifeline,
      serverPath: connectionOf)
    if sharesSessions { process.serveSharedSessions() } else { process.serve() }
  }

  private func serve(at path: String) throws {
    do {
      let socketPath = try SocketPath(path)
      try SocketServer(socketPath, framing: framing, allowed: allowed, redactions: redactions).run {
        printError("macho: listening at \(socketPath.path)")
      }
    } catch let refusal as SocketPath.Failure {
      printError("\(refusal)")
      throw ExitStatus.usage
    }
  }
}

extension Framing: ExpressibleByArgument {}
