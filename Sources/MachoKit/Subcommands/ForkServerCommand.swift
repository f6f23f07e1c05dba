import ArgumentParser
import Foundation

#if MACHO_LINUX
  /// The server side of `ForkServerClient`.
  struct ForkServerCommand: ParsableCommand {
    static let name = "fork-scripts"
    static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

    func run() {
      var server = ForkServerProcess(
        socket: ChildSocket.lifeline, catalog: Catalog.all,
        environment: ProcessInfo.processInfo.environment)
      server.serve()
    }
  }
#endif
