import ArgumentParser
import Foundation
import MachoAgents
import MachoSessions
import MachoSystem
import MachoWire

struct AgentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Serve features to AI agents with the Model Context Protocol.",
    discussion: """
      Serves one client on standard input and output, or many on a Unix socket. Agents open features, run \
      lines, search for failures, and save scripts below the working directory. Each session has its own \
      process, so a feature that crashes or loops ends only its session. Features print to standard \
      error. Exit status: 0 the client closed; 2 usage, or a socket cannot be used.
      """)

  @Option(help: "Listen at this path. Each client gets its own process.")
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Open sessions on the server that listens at this path: 'macho serve --socket PATH'.",
      valueName: "path"))
  var connect: String?

  @Flag(help: "Let agents open features with their real dependencies. Default: they cannot.")
  var live = false

  @Option(
    help: ArgumentHelp(
      "How long a line may run before its process is killed. Default: 30.", valueName: "seconds"))
  var timeout = 30

  @Option(
    name: .customLong("redact"),
    help: "Redact matches of this regular expression in saved sessions. May be repeated.")
  var redactions: [String] = []

  /// Whether a server has started this process for a client.
  @Flag(help: .hidden) var hasLifeline = false

  func validate() throws {
    if !(1...86_400).contains(timeout) {
      throw ValidationError("--timeout must be at least 1 and at most 86400")
    }
  }

  func run() throws {
    ignoreBrokenPipes()
    _ = try makeRedactor(redactions)
    if let socket { return try serve(at: socket) }
    if hasLifeline { ChildSocket.closeInheritedDescriptors() }
    let server = connect.map { URL(fileURLWithPath: $0).path }
    if let server { try checkServer(server) }
    // Scripts that tools run must not do what their lines must not.
    if !live { setenv(Session.denyLiveVariable, "1", 1) }
    let output = StandardOutput.reserve()
    let input = redirectStandardInput()
    SpawnedProcess.resetChildSignal()
    if hasLifeline { ChildSocket.exitWithParent() }
    let host = try AgentHost.make(
      server: server, allowsLive: live, lineLimit: .seconds(timeout), redactions: redactions)
    MCPServer(host, input: input, output: output).run()
  }

  /// Fails at once if no server listens, instead of at the first call.
  private func checkServer(_ path: String) throws {
    do throws(SocketPath.Failure) {
      try WireClient(path: path).disconnect()
    } catch {
      printError("\(error)")
      throw ExitStatus.usage
    }
  }

  private func serve(at path: String) throws {
    var arguments = ["mcp", "--has-lifeline", "--timeout", String(timeout)]
    if live { arguments.append("--live") }
    if let connect { arguments += ["--connect", URL(fileURLWithPath: connect).path] }
    arguments += redactions.flatMap { ["--redact", $0] }
    do {
      let socketPath = try SocketPath(path)
      try SocketServer(socketPath, framing: .lines, arguments: arguments).run {
        printError("macho: listening at \(socketPath.path)")
      }
    } catch let refusal as SocketPath.Failure {
      printError("\(refusal)")
      throw ExitStatus.usage
    }
  }
}
