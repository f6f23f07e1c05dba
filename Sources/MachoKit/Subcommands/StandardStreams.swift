import Foundation
import MachoScripting

/// Writes a line to standard error.
func printError(_ text: String) {
  FileHandle.standardError.write(Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
}

/// Makes of writing to somebody who is gone an error, and not the end of the process.
func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

/// Takes standard output for the subcommand alone, and returns its descriptor: what a feature
/// prints goes to standard error from then on, and not into the script that is printed.
func redirectStandardOutput() -> Int32 {
  // No process that a feature starts gets it.
  let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10)
  dup2(STDERR_FILENO, STDOUT_FILENO)
  return output
}

/// Takes standard input for the subcommand alone, and returns its descriptor: what a feature reads
/// is nothing from then on.
func redirectStandardInput() -> Int32 {
  let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10)
  let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
  dup2(nothing, STDIN_FILENO)
  close(nothing)
  return input
}

/// The script at a path, `-` for standard input; says what is wrong with it and ends with `usage`.
func readScript(_ path: String) throws(ExitStatus) -> Script {
  do {
    return try ScriptParser.parse(try ScriptFiles.read(path))
  } catch let errors as ScriptParseErrors {
    printError(errors.text(path: path))
  } catch {
    printError("\(error)")
  }
  throw ExitStatus.usage
}
