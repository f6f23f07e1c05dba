import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues
import MachoWire

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a script and print it with its output.",
    discussion: """
      The printed transcript is itself a script that passes 'macho test'. Received actions are applied \
      immediately, as at a prompt. Each line waits up to 2 seconds for external work that it started. \
      Exit status: 0 no command failed; 1 one did; 2 usage, or a script that does not parse; 4 a feature \
      exited the process.
      """)

  @Argument(
    help: "The script, or FILE:LINE for a case of a specification; '-' reads standard input.")
  var script: String

  @Option(help: #"test, preview, live or 'preview "PRESET"'. Default: test."#)
  var context: ContextChoice = .test

  @Option(help: "Run the script on the server that listens at this path.")
  var connect: String?

  /// The line of the script before which a debugger stops. `macho debug` passes it.
  @Option(help: .hidden) var stopAt: Int?

  @OptionGroup var colors: ColorOptions

  func run() throws {
    let location = ScriptLocation(script)
    let parsed = try readScript(at: location)
    let script = location.path
    let output = StandardOutput.reserve()
    let palette = colors.palette(for: output)
    if let connect { return try run(parsed, script, at: connect, palette) }
    CrashNote.install(output: output)
    // The steps of sourced scripts have line numbers of their own.
    let stop = stopAt.flatMap { line in parsed.steps.first { $0.lines.contains(line) } }
    var run = TranscriptRunner(
      parsed, path: script, catalog: Catalog.all, context: context,
      environment: ProcessInfo.processInfo.environment,
      willRun: { step in
        // If the process crashes, the transcript ends with the line that crashed.
        CrashNote.set(
          path: script, line: step.lines.lowerBound, text: step.text, echoesLine: true)
        if step == stop { DebuggerStop.reach() }
      },
      write: { lines in
        // Written unbuffered: a reducer that traps must not lose output.
        StandardOutput.write(lines.colored(palette))
        if StandardOutput.hasFailed {
          ProcessRestart.disarm()
          Foundation.exit(ExitStatus.usage.rawValue)
        }
        CrashNote.set(errors: "")
      })
    let hasPassed = run.run()
    // As at a prompt, such lines print an error and the script continues. The exit status still
    // reports that it does not parse.
    if !ScriptValidator.errors(in: parsed).isEmpty { throw ExitStatus.usage }
    if !hasPassed { throw ExitStatus.failed }
  }
}

extension RunCommand {
  /// Runs the script on a server, which reads files beside the script if it is allowed to.
  private func run(
    _ parsed: Script, _ script: String, at server: String, _ palette: Palette
  ) throws {
    ignoreBrokenPipes()
    var parameters: [JSONValue.Member] = [
      .init("script", .string(parsed.runText)), .init("context", .string(context.text)),
    ]
    if script != "-" {
      parameters.append(.init("path", .string(URL(fileURLWithPath: script).path)))
    }
    if palette.isColored { parameters.append(.init("roles", true)) }
    let result: JSONValue
    do {
      result = try WireClient(path: server).call("run", parameters)
    } catch {
      printError((error as? WireClient.Failure)?.text ?? "\(error)")
      throw ExitStatus.usage
    }
    let roles = result["roles"]?.array?.map { $0.string.flatMap(LineRole.init) ?? .plain } ?? []
    let transcript = StyledScript(result["transcript"]?.string ?? "", roles: roles)
    StandardOutput.write(transcript.colored(palette))
    if result["parses"]?.bool == false { throw ExitStatus.usage }
    if result["passed"]?.bool == false { throw ExitStatus.failed }
  }
}
