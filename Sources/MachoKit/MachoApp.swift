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
    // Before anything can start a task: from here on the process's tasks run where a store's do.
    StoreExecutor.adoptProcess()
    exit(CommandLineRun(catalog: catalog).status(Array(CommandLine.arguments.dropFirst())))
  }
}
