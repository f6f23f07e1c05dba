import ArgumentParser
import Composable
import Foundation
import MachoWire

struct ConnectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect", abstract: "Drive a feature of a server at a prompt.",
    discussion: """
      As 'macho repl', with the sessions in the server that 'macho serve --socket PATH' is: Tab, \
      hints, history and Ctrl-C work, an editor ('\\e') and a pager do not. With --session the \
      session is shared: what other clients do in it is shown as it happens.
      """)

  @Argument(help: "Where the server listens.")
  var path: String

  @Argument(help: "The feature to open; 'feature NAME' opens one later.")
  var feature: String?

  @Option(help: "Share the session of this name with other clients.")
  var session: String?

  @Option(help: "test, preview or live; the feature's own choice without it.")
  var context: RunContext?

  @OptionGroup var colors: ColorOptions

  func run() throws {
    ignoreBrokenPipes()
    // The threads that hear and read are not a feature's.
    StoreExecutor.processWide?.monitorsOtherThreads = false
    let prompt: ConnectedPrompt
    do throws(SocketPath.Failure) {
      prompt = try ConnectedPrompt(path: path, palette: colors.palette(for: STDOUT_FILENO))
    } catch {
      printError("\(error)")
      throw ExitStatus.usage
    }
    try prompt.open(feature: feature, session: session, context: context)
    guard prompt.run() else { throw ExitStatus.failed }
  }
}
