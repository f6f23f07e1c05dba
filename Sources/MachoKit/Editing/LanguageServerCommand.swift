import ArgumentParser
import Composable
import Foundation
import MachoEditors
import MachoSystem

struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "Serve editors with the Language Server Protocol.",
    discussion: """
      Serves one editor on standard input and output. Each open script has a process of its own that \
      runs it, so a crash or an endless loop costs that process only. 'scripts/editors' has \
      configurations for VS Code, Neovim, Helix, Emacs and Kate. Exit status: 0 the editor asked to \
      exit; 1 the connection ended before.
      """)

  func run() throws {
    ignoreBrokenPipes()
    let output = StandardOutput.reserve()
    let input = redirectStandardInput()
    let server = LanguageServer(
      catalog: Catalog.all, host: .driver, input: input, output: output)
    guard server.run() == 0 else { throw ExitStatus.failed }
  }
}

struct DebugAdapterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dap", abstract: "Debug a script from an editor with the Debug Adapter Protocol.",
    discussion: """
      Serves one editor on standard input and output. The script runs in a process of its own. \
      'stepBack' and 'reverseContinue' go back by running the script again up to an earlier line.
      """)

  func run() throws {
    ignoreBrokenPipes()
    let output = StandardOutput.reserve()
    let input = redirectStandardInput()
    DebugAdapter(catalog: Catalog.all, host: .driver, input: input, output: output)
      .run()
  }
}

/// The child processes of `lsp` and `dap`: they run the script of one document.
struct EditorChildCommand: ParsableCommand {
  static let name = "serve-editor"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  @Argument var role: ChildRole

  func run() throws {
    let output = StandardOutput.reserve()
    let input = redirectStandardInput()
    exitWithServer(input)
    let channel = MessageChannel(input: input, output: output)
    let environment = ProcessInfo.processInfo.environment
    switch role {
    case .evaluator:
      ScriptEvaluator(catalog: Catalog.all, environment: environment, channel: channel).serve()
    case .debuggee:
      Debuggee(catalog: Catalog.all, environment: environment, channel: channel).serve()
    }
    // Threads of a feature may still run.
    _exit(0)
  }

  /// Terminates the process when the server is gone, even if a command never ends.
  private func exitWithServer(_ connection: Int32) {
    let thread = PosixThread {
      var polled = pollfd(fd: connection, events: 0, revents: 0)
      // Without requested events, only the end of the connection is reported.
      while poll(&polled, 1, -1) <= 0 {}
      _exit(0)
    }
    guard thread.hasStarted else { _exit(1) }
  }
}

extension ChildRole: ExpressibleByArgument {}
