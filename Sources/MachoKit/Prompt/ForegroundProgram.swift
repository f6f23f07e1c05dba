import Foundation
import MachoTerminal

/// A program that has the terminal until it ends: a pager, an editor.
///
/// It stays in this process's group, so that the shell's 'fg' has both go on. What the keys' signals
/// do meanwhile they do to the program: Ctrl-C and Ctrl-\ nothing else, and when Ctrl-Z has stopped
/// it, this process stops too.
enum ForegroundProgram {
  /// What a shell ends with where there is no such program.
  static let notFoundStatus: Int32 = 127
  /// What a shell ends with where a command is there and cannot be run.
  static let notRunnableStatus: Int32 = 126

  /// Runs a command of the shell, with arguments behind it, to its end; its exit status, `nil` where
  /// a signal ended it or it could not be started.
  ///
  /// The caller has made sure that Ctrl-C stops nothing of its own. Without an `input` the program
  /// reads the terminal.
  static func run(_ command: String, _ arguments: [String] = [], input: Int32 = STDIN_FILENO)
    -> Int32?
  {
    let modes = TerminalModes()
    let previous = [SIGINT, SIGTSTP, SIGQUIT].map { ($0, sigaction(SIG_IGN).install(at: $0)) }
    defer {
      for (signal, action) in previous { action.install(at: signal) }
      // Whatever it left behind.
      modes?.restore()
    }
    SpawnedProcess.resetChildSignal()
    guard
      let identifier = try? SpawnedProcess.spawnInForeground(
        "/bin/sh", ["-c", shellCommand(command), "macho"] + arguments, input: input)
    else { return nil }
    return wait(for: identifier)
  }

  /// The command with its arguments, in place of the shell where it can be: the shell would stop
  /// before it does, and this process then with the terminal as the program has it.
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
      // What the macros WIFSTOPPED, WIFEXITED and WEXITSTATUS do, which Swift does not see.
      guard status & 0xFF == 0x7F else {
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
      }
      // To this very thread: then the process has stopped before the call returns. Where no shell
      // is to have it go on it does not stop, and the program goes on at once.
      sigaction(SIG_DFL).install(at: SIGTSTP)
      pthread_kill(pthread_self(), SIGTSTP)
      sigaction(SIG_IGN).install(at: SIGTSTP)
      kill(identifier, SIGCONT)
    }
  }

  /// Whether the first word of a command is a program on the path; true for what only a shell knows.
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
private struct TerminalModes {
  private var modes = termios()

  init?() {
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
  }

  func restore() {
    var modes = modes
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }
}
