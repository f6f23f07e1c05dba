import ArgumentParser
import Composable
import Foundation
import MachoScripting
import MachoWire

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Let programs drive features, by messages in JSON or text.",
    discussion: """
      One client on standard input and output, or many on a Unix socket. A message is a line of \
      JSON-RPC 2.0; where the first byte is no '{', the client speaks text: a token, then a line as \
      at a prompt. What features print goes to standard error. 'PROTOCOL.md' in Sources/MachoWire \
      has the methods. Exit status: 0 the client or the server was ended; 1 a client that did not read \
      was cut off; 2 usage, or a socket that cannot be had; 4 a feature called 'exit'.
      """)

  @Option(help: "Listen at this path; each client has a process of its own.")
  var socket: String?

  @Option(help: "How messages are told apart: lines or content-length.")
  var framing = Framing.lines

  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "Let clients use files below this directory, besides the working one; may be repeated.",
      valueName: "directory"))
  var allowed: [String] = []

  @Option(
    name: .customLong("redact"),
    help: "Keep what this regular expression matches out of recordings; may be repeated.")
  var redactions: [String] = []

  /// The path of the server whose connection standard input is.
  @Option(help: .hidden) var connectionOf: String?
  /// Whether standard input is a socket that listens, for the sessions that clients share.
  @Flag(help: .hidden) var sharesSessions = false

  func validate() throws {
    for directory in allowed {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory),
        isDirectory.boolValue
      else { throw ValidationError("--allow: there is no directory '\(directory)'") }
    }
  }

  func run() throws {
    ignoreBrokenPipes()
    let redactor = try makeRedactor(redactions)
    if let socket { return try serve(at: socket) }
    // The connection has a thread of its own, whose time is not a feature's.
    StoreExecutor.processWide?.monitorsOtherThreads = false
    let process = ConnectionProcess(
      framing: framing, allowed: allowed, redactor: redactor, serverPath: connectionOf)
    if sharesSessions { process.serveSharedSessions() } else { process.serve() }
  }

  private func serve(at path: String) throws {
    do {
      let place = try SocketPath(path)
      try SocketServer(place, framing: framing, allowed: allowed, redactions: redactions).run()
    } catch let refusal as SocketPath.Failure {
      printError("\(refusal)")
      throw ExitStatus.usage
    }
  }
}

extension Framing: ExpressibleByArgument {}
