import Foundation
import MachoScripting
import MachoSessions

// Entries that are not lines of the language.

extension Prompt {
  /// Runs a backslash command. Returns whether the prompt continues.
  func runBackslashCommand(_ text: String) -> Bool {
    let word = text.prefix { !$0.isWhitespace }
    do throws(Diagnostic) {
      switch word {
      case #"\e"#: return try edit(text[word.endIndex...].trimmingCharacters(in: .whitespaces))
      case #"\m"#:
        source.print(foldedOutput.rest ?? "(nothing more to show)")
        return true
      default:
        throw Diagnostic(
          "unknown-verb", "unknown prompt command '\(word)'", at: 0..<word.utf8.count,
          candidates: [#"\e"#, #"\m"#], notes: ["'help prompt' lists the commands"])
      }
    } catch {
      report(error)
      return true
    }
  }

  /// Opens the user's editor with a text, or with the last entry if the text is empty. Runs the
  /// saved lines. Returns whether the prompt continues.
  private func edit(_ text: String) throws(Diagnostic) -> Bool {
    guard source.isInteractive else {
      throw Diagnostic(
        "not-supported", "an editor needs a terminal on standard input",
        notes: [#"type the line itself, without '\e'"#])
    }
    // Ctrl-C belongs to the editor.
    session.interrupt.close()
    let edited = try editor.edit(text.isEmpty ? lastEntry : text)
    session.interrupt.open()
    guard let edited else {
      source.print("(not saved; nothing was run)")
      return true
    }
    let lines = logicalLines(of: edited).map(\.text)
    guard !lines.isEmpty else { return true }
    lastEntry = lines.joined(separator: "\n")
    source.addToHistory(lastEntry)
    return runLines(lines)
  }

  /// Runs lines as if each had been typed. Returns whether the prompt continues.
  func runLines(_ lines: [String]) -> Bool {
    for (index, line) in lines.enumerated() {
      source.print(promptText + line.replacing("\n", with: "\n...> "))
      guard runLine(line) else { return false }
      if endAfterInterrupt(skipping: lines.count - index - 1) { break }
    }
    return true
  }

  /// Whether an interrupt ends a sequence of lines. Prints how many it skips.
  func endAfterInterrupt(skipping lines: Int, of file: String? = nil) -> Bool {
    guard session.interrupt.isRequested else { return false }
    Diagnostic.interruption(skipping: [(lines, file)]).map(report)
    return true
  }

  /// Prints a line's output, through the pager if the line was typed and the output is long. Without
  /// a pager, prints the beginning of huge output.
  func present(_ text: String) {
    guard isTyped, pager != nil else { return source.print(text) }
    // Ctrl-C belongs to the pager.
    session.interrupt.close()
    defer { session.interrupt.open() }
    guard pager?.show(text, onError: source.print) != true else { return }
    foldedOutput = FoldedOutput(text)
    source.print(foldedOutput.shown)
  }
}
