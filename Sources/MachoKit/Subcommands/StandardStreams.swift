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
///
/// A specification needs the line of a case.
///
/// - Parameter anyLine: Whether the line of another script has a meaning too. Default: it has none.
func readScript(
  at location: ScriptLocation, anyLine: Bool = false
) throws(ExitStatus) -> Script {
  let path = location.path
  let script: Script
  do {
    script = try ScriptParser.parse(try ScriptFiles.read(path))
  } catch {
    printError((error as? ScriptParseErrors)?.text(path: path) ?? "\(error)")
    throw .usage
  }
  if let line = location.line, line > script.source.lines.count {
    printError("\(path) has \(counted(script.source.lines.count, "line")), not \(line)")
    throw .usage
  }
  if anyLine, script.spec == nil { return script }
  let choice = CaseChoice(script, at: location)
  guard let run = choice.run else {
    printError(choice.problem)
    throw .usage
  }
  return run
}
