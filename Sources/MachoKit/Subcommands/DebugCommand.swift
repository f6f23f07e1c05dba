import ArgumentParser
import MachoAdapters
import MachoLocks
import MachoScripting
import MachoSessions
import MachoSystem

struct DebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug", abstract: "Start a debugger at the reducer's action of a script's line.",
    discussion: """
      Runs the script with 'macho run' in lldb or gdb, which stops where the feature's reducer gets the \
      action of the line. Without a terminal, prints the command that does. Exit status: 0 the \
      debugger ended with 0, or the command was printed; 1 it ended otherwise; 2 usage, or a script that \
      does not parse.
      """)

  @Argument(help: "The line: SCRIPT:LINE.")
  var line: String

  @Option(help: "lldb or gdb. Default: the first of them that runs.")
  var debugger: MachineDebugger?

  @Flag(help: "Print the command that starts the debugger.")
  var print = false

  func run() throws {
    let location = ScriptLocation(line)
    guard let number = location.line else {
      printError("a line is missing: write \(location.path):LINE")
      throw ExitStatus.usage
    }
    let script = try readScript(at: location, anyLine: true)
    guard let step = script.steps.first(where: { $0.lines.contains(number) }) else {
      printError("line \(number) of \(location.path) has no command")
      throw ExitStatus.usage
    }
    let functions = reducerFunctions(of: step, in: script)
    if functions.isEmpty {
      printError("no reducer is known for this line: the debugger stops before the line runs")
    }
    // A case is chosen by its line; another script has no choice.
    let name = script.selection == nil ? location.path : line
    let target = [ScriptLauncher.executable, "run", "--stop-at", "\(number)", name]
    let found = debugger ?? MachineDebugger.allCases.first(where: \.runs)
    let program = found ?? .lldb
    let arguments = program.arguments(stoppingAt: functions, target: target)
    guard found != nil, !print, isatty(STDIN_FILENO) != 0 else {
      if found == nil { printError("neither lldb nor gdb runs on this machine") }
      let words = [program.rawValue] + arguments
      return StandardOutput.print(words.map(ShellWord.quoted).joined(separator: " "))
    }
    guard ForegroundProgram.run(program.rawValue, arguments) == 0 else { throw ExitStatus.failed }
  }

  /// Returns the functions that reduce the action of a command: that of `send`, or any action of the feature.
  private func reducerFunctions(of step: Script.Step, in script: Script) -> [String] {
    var opened = OpenedFeatures(catalog: Catalog.all)
    for earlier in script.steps {
      opened.follow(earlier.line)
      if earlier == step { break }
    }
    guard let feature = opened.current else { return [] }
    if step.line.has(.sendsAction),
      let action = try? feature.syntax.readAction(step.line.arguments.text, of: feature)
    {
      return ReducerFunctions.names(reducing: action)
    }
    return ReducerFunctions.names(reducingAnyOf: feature.sentTypes)
  }
}

/// A debugger of the machine.
enum MachineDebugger: String, CaseIterable, ExpressibleByArgument {
  case lldb, gdb

  /// Whether the program can be started.
  var runs: Bool { ForegroundProgram.run("\(rawValue) --version >/dev/null 2>&1") == 0 }

  /// Returns arguments that run a program up to a line, and from there to the first of some functions.
  func arguments(stoppingAt functions: [String], target: [String]) -> [String] {
    let next = functions.isEmpty ? [] : functions.map(breakpoint) + ["continue"]
    let commands = [breakpoint(at: DebuggerStop.functionName), "run"] + next
    switch self {
    case .lldb: return commands.flatMap { ["-o", $0] } + ["--"] + target
    case .gdb: return ["-q"] + commands.flatMap { ["-ex", $0] } + ["--args"] + target
    }
  }

  private func breakpoint(at function: String) -> String {
    switch self {
    case .lldb: "breakpoint set --one-shot true --name '\(function)'"
    case .gdb: "tbreak '\(function)'"
    }
  }
}
