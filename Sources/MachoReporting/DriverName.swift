import Foundation
import MachoSystem

/// The name of the running driver, and the command that starts it, for messages that suggest one.
package enum DriverName {
  /// The file name of the executable. `macho` if a test process runs.
  package static let current: String = {
    let name = fileName(of: executable) ?? ""
    let isTestProcess =
      name.hasSuffix(".xctest") || ["xctest", "swiftpm-testing-helper"].contains(name)
    return name.isEmpty || isTestProcess ? "macho" : name
  }()

  /// The command that starts the driver in the working directory, as a shell reads it.
  package static let command = ShellWord.quoted(typed)

  /// The variable with the command of a program that runs the driver, such as `scripts/macho`.
  package static let variable = "MACHO_COMMAND"

  /// The command without quotes.
  package static let typed = typedCommand(
    executable, name: current, caller: ProcessInfo.processInfo.environment[variable])

  private static var executable: String { CommandLine.arguments.first ?? "" }

  /// Returns the command of the caller, or the path as a user has typed it. Otherwise, returns the name: an absolute path
  /// is that of a program or of a directory of `PATH`.
  static func typedCommand(_ executable: String, name: String, caller: String?) -> String {
    if let caller, fileName(of: caller) == name { return caller }
    let isRelative = executable.contains("/") && !executable.hasPrefix("/")
    return isRelative && fileName(of: executable) == name ? executable : name
  }

  private static func fileName(of path: String) -> String? {
    path.split(separator: "/").last.map(String.init)
  }
}
