import ArgumentParser
import Composable
import Foundation
import MachoAdapters
import MachoSessions

/// A driver of your own features, with every subcommand of `macho`.
///
/// ```swift
/// import MachoKit
///
/// @main struct Driver: MachoApp {
///   let features = [
///     Feature("counter", start: Counter.State()) { Counter() }
///   ]
/// }
/// ```
public protocol MachoApp {
  /// The features, in the order in which `features` lists them.
  var features: [Feature] { get }
  /// Makes the driver.
  init()
}

extension MachoApp {
  /// Runs the subcommand that the command line names, and ends the process with its status.
  public static func main() { run(Self().features) }

  /// Runs the subcommand on a catalog that may have more in it than what users register.
  package static func run(_ catalog: [any DrivenFeature]) -> Never {
    openStandardStreams()
    // Before anything can start a task: from here on the process's tasks run where a store's do.
    StoreExecutor.installProcessWide()
    exit(CommandLineRun(catalog: catalog).run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Has a standard stream that was closed lead nowhere. Else the next file that is opened, whatever
  /// it is, would be taken for it.
  private static func openStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) == -1 {
      // The lowest descriptor that is free, and those before it are not.
      _ = open("/dev/null", O_RDWR)
    }
  }
}
