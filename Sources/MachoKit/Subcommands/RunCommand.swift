import ArgumentParser
import Composable
import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoStreams
import MachoTerminal
import MachoValues
import MachoWire

struct RunCommand: ParsableCommand {
  private static let name = "run"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Run a script and print it with what comes of it.",
    discussion: """
      What is printed is itself a script that passes 'macho test'. Received actions are taken as \
      they come, as at a prompt, and those of work outside the store within 2 seconds belong to the \
      line that started it. Exit status: 0 no command failed; 1 one did; 2 usage, or a script \
      that does not parse.
      """)

  @Argument(help: "The script; '-' reads standard input.")
  var script: String

  @Option(help: "test, preview or live.")
  var context: RunContext = .test

  @Option(help: "Have the server that listens at this path run it.")
  var connect: String?

  @OptionGroup var colors: ColorOptions

  func run() throws {
    let parsed = try readScript(script)
    let output = redirectStandardOutput()
    let palette = colors.palette(for: output)
    if let connect { return try run(parsed, at: connect, palette, output) }
    let transcript = FileHandle(fileDescriptor: output, closeOnDealloc: false)
    CrashBreadcrumb.install(output: output)
    var run = TranscriptRunner(
      parsed, path: script, catalog: Catalog.all, context: context,
      environment: ProcessInfo.processInfo.environment,
      willRun: { step in
        // The transcript of a crash ends with the line that crashed.
        let place = "\(script):\(step.lines.lowerBound):  \(CrashBreadcrumb.excerpt(of: step.text))"
        CrashBreadcrumb.set(
          output: step.text + "\n", errors: "macho: the process crashed at \(place)\n")
      },
      write: { text in
        // At once and whole: a reducer that traps must not take what was printed with it.
        do {
          try transcript.write(contentsOf: Data(TranscriptLine.colored(text, palette).utf8))
        } catch {
          printError("cannot write standard output: \(error.localizedDescription)")
          Foundation.exit(ExitStatus.usage.rawValue)
        }
        CrashBreadcrumb.set(errors: "")
      })
    let hasPassed = run.run()
    // As at a prompt such lines are answered and the script goes on; it does not parse all the
    // same.
    if !ScriptValidator.errors(in: parsed).isEmpty { throw ExitStatus.usage }
    if !hasPassed { throw ExitStatus.failed }
  }
}

extension RunCommand {
  /// What argument-parser makes of `run FILE`, in less than the tenth of the whole start that it
  /// takes to lay out all subcommands; nil for everything else.
  static func fastParse(_ arguments: [String]) -> RunCommand? {
    guard arguments.count == 2, arguments[0] == name, let first = arguments[1].utf8.first,
      first != UInt8(ascii: "-")
    else { return nil }
    // No initializer: in one the compiler takes such an assignment for the option's declaration.
    var command = RunCommand()
    command.script = arguments[1]
    command.context = .test
    command.connect = nil
    command.colors = .automatic
    return command
  }
}

extension RunCommand {
  /// Has a server run it. Files beside it are read there, where the server may.
  private func run(
    _ parsed: Script, at server: String, _ palette: Palette, _ output: Int32
  ) throws {
    ignoreBrokenPipes()
    // The thread that hears is not a feature's.
    StoreExecutor.processWide?.monitorsOtherThreads = false
    var parameters: [JSONValue.Member] = [
      .init("script", .string(parsed.source.text)), .init("context", .string(context.rawValue)),
    ]
    if script != "-" {
      parameters.append(.init("path", .string(URL(fileURLWithPath: script).path)))
    }
    let result: JSONValue
    do {
      result = try WireClient(path: server).call("run", parameters)
    } catch {
      printError((error as? WireClient.Failure)?.text ?? "\(error)")
      throw ExitStatus.usage
    }
    write(TranscriptLine.colored(result["transcript"]?.string ?? "", palette), to: output)
    if result["parses"]?.bool == false { throw ExitStatus.usage }
    if result["passed"]?.bool == false { throw ExitStatus.failed }
  }
}
