import ArgumentParser
import CMachoKit
import Composable
import Foundation
import MachoAdapters
import MachoReporting
import MachoSessions
import MachoSystem

/// A driver of your own features, with all subcommands of `macho`.
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
  /// Creates the driver.
  init()
}

extension MachoApp {
  /// Runs the subcommand that the command line names, and exits with its status.
  public static func main() { run(Self().features) }

  /// Runs the subcommand with a catalog, which may contain more than registered features.
  package static func run(_ catalog: @autoclosure () -> [any DrivenFeature]) -> Never {
    openStandardStreams()
    // Child processes, which run the executable by another path, suggest the same command.
    if DriverName.typed != DriverName.current { setenv(DriverName.variable, DriverName.typed, 1) }
    // A file that has reached the limit of 'ulimit -f' is an error of the write.
    _ = signal(SIGXFSZ, SIG_IGN)
    // PERFORMANCE: before the features and the arguments are evaluated, because a new run of the
    // program repeats everything up to here.
    PromptProcess.restartForPrompt(CommandLine.arguments)
    CrashNote.catchExit()
    #if MACHO_LINUX
      cmachokit_on_immediate_exit { CrashNote.exitedImmediately() }
    #endif
    // What the registration prints is not output of the subcommand.
    let catalog = StandardOutput.redirected(catalog)
    // ORDER: before any task can start, so that all tasks of the process run on the store's
    // executor.
    StoreExecutor.installProcessWide()
    SavedScriptTester.enable()
    let status = CommandLineRun(catalog: catalog).run(Array(CommandLine.arguments.dropFirst()))
    // Any exit before is one that a feature requested.
    ProcessRestart.disarm()
    exit(StandardOutput.finish() ? status : ExitStatus.usage.rawValue)
  }

  /// Opens `/dev/null` for each closed standard stream. Otherwise the next file opened would take
  /// its descriptor. Standard output is opened for reading, so that writing to it is an error.
  private static func openStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) == -1 {
      // `open` returns the lowest free descriptor, which is this one.
      _ = open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR)
    }
  }
}
