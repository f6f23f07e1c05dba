import ArgumentParser
import Foundation
import MachoWire

struct ConnectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect", abstract: "Drive a feature on a server at a prompt.",
    discussion: """
      Like 'macho repl', with the session on a server started by 'macho serve --socket PATH'. Tab, \
      hints, history and Ctrl-C work; the editor ('\\e') and the pager do not. With --session the \
      session is shared: events caused by other clients are shown as they happen.
      """)

  @Argument(help: "The path of the server's socket.")
  var path: String

  @Argument(help: "The feature to open. 'feature NAME' opens one later.")
  var feature: String?

  @Option(help: "Share the session with this name with other clients.")
  var session: String?

  @Option(help: #"test, preview, live or 'preview "PRESET"'. Default: the feature's own context."#)
  var context: ContextChoice?

  @OptionGroup var colors: ColorOptions

  func run() throws {
    ignoreBrokenPipes()
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
