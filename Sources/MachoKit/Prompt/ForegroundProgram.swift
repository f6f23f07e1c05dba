import Foundation
import MachoSystem

/// A program that owns the terminal until it exits: a pager or an editor.
///
/// It stays in this process's group, so that the shell's `fg` resumes both. Meanwhile Ctrl-C and
/// Ctrl-\ affect only the program. When Ctrl-Z has stopped it, this process stops too.
enum ForegroundProgram {
  /// The status of a shell that did not find the command.
  static let notFoundStatus: Int32 = 127
  /// The status of a shell that could not run the command.
  static let notRunnableStatus: Int32 = 126

  /// Runs a shell command with arguments and waits for it. Returns its exit status, or `nil` if a
  /// signal terminated it or it could not be started.
  ///
  /// The caller must be prepared for Ctrl-C: it does not interrupt the caller's own work.
  ///
  /// - Parameters:
  ///   - input: The program's standard input. Default: the terminal.
  ///   - environment: Its environment. Default: that of this process.
  static func run(
    _ command: String, _ arguments: [String] = [], input: Int32 = STDIN_FILENO,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Int32? {
    let modes = TerminalModes()
    let previous = [SIGINT, SIGTSTP, SIGQUIT].map { ($0, sigaction(SIG_IGN).install(at: $0)) }
    defer {
      for (signal, action) in previous { action.install(at: signal) }
      // Undo whatever modes the program left behind.
      modes?.restore()
    }
    SpawnedProcess.resetChildSignal()
    let shell = try? SpawnedProcess(
      ["-c", shellCommand(command), "macho"] + arguments, of: "/bin/sh", environment: environment,
      input: .descriptor(input), output: .descriptor(STDOUT_FILENO),
      errors: .descriptor(STDERR_FILENO), leadsGroup: false)
    return shell.flatMap { wait(for: $0.processID) }
  }

  /// Returns the command with its arguments, prefixed by `exec` if it is simple. Otherwise Ctrl-Z
  /// would stop the shell before the program restores the terminal.
  private static func shellCommand(_ command: String) -> String {
    let isSimple = command.allSatisfy { needsNoQuoting($0) || $0 == " " }
    return (isSimple ? "exec " : "") + command + " \"$@\""
  }

  private static func wait(for identifier: pid_t) -> Int32? {
    var status: Int32 = 0
    while true {
      guard waitpid(identifier, &status, WUNTRACED) == identifier else {
        guard errno == EINTR else { return nil }
        continue
      }
      // WIFSTOPPED, WIFEXITED and WEXITSTATUS, which Swift does not import.
      guard status & 0xFF == 0x7F else {
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
      }
      // Signal this thread: then the process stops before the call returns. Without a job-control
      // shell it does not stop, and the program continues at once.
      sigaction(SIG_DFL).install(at: SIGTSTP)
      pthread_kill(pthread_self(), SIGTSTP)
      sigaction(SIG_IGN).install(at: SIGTSTP)
      kill(identifier, SIGCONT)
    }
  }

  /// Whether the first word of a command is an executable on the path. `true` if only a shell can read the
  /// command.
  static func exists(_ command: String, path: String?) -> Bool {
    let word = command.drop { $0 == " " }.prefix { $0 != " " }
    guard !word.isEmpty, word.allSatisfy(needsNoQuoting) else { return true }
    if word.contains("/") { return access(String(word), X_OK) == 0 }
    return (path ?? "/usr/bin:/bin").split(separator: ":").contains {
      access("\($0)/\(word)", X_OK) == 0
    }
  }

  private static func needsNoQuoting(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "/._-+".contains(character)
  }
}

/// The modes of the terminal on standard input.
struct TerminalModes {
  private var modes = termios()

  init?() {
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
  }

  /// Makes each typed character readable at once.
  func leaveCanonicalMode() {
    var modes = modes
    modes.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }

  func restore() {
    var modes = modes
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }
}
