import Foundation
import MachoReporting
import MachoScripting
import MachoSystem

/// Prints lines to standard error. Escapes control characters, which a script can contain.
func printError(_ text: String) {
  let lines = (text.hasSuffix("\n") ? text.dropLast() : text[...])
    .split(separator: "\n", omittingEmptySubsequences: false)
  let escaped = lines.map { OutputEscaping.escapingControls(in: String($0)) + "\n" }.joined()
  MachoSystem.write(escaped, to: STDERR_FILENO)
}

/// Makes writing to a closed connection an error instead of a signal.
func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

/// Reserves standard input for the subcommand and returns its descriptor. Features then read an
/// empty input.
func redirectStandardInput() -> Int32 {
  let input = duplicateHigh(STDIN_FILENO)
  let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
  dup2(nothing, STDIN_FILENO)
  close(nothing)
  return input
}

/// Reads the script at a path; `-` is standard input. Prints errors and throws `usage`.
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
