import Foundation
import MachoScripting
import MachoSessions

// What is typed at a prompt and is no line of the language.

extension Prompt {
  /// Does what a line behind a backslash says; whether to go on.
  func runBackslashCommand(_ text: String) -> Bool {
    let word = text.prefix { !$0.isWhitespace }
    do throws(Diagnostic) {
      guard word == #"\e"# else {
        throw Diagnostic(
          "unknown-verb", "'\(word)' is nothing that a prompt does", at: 0..<word.utf8.count,
          candidates: [#"\e"#], notes: ["'help prompt' says what it does"])
      }
      return try edit(text[word.endIndex...].trimmingCharacters(in: .whitespaces))
    } catch {
      // It is no line that a script could repeat.
      write(Outcome(text: text, failure: error))
      hasFailed = true
      return true
    }
  }

  /// Opens the user's editor on a text, on the last entry where there is none, and runs what is
  /// saved.
  private func edit(_ text: String) throws(Diagnostic) -> Bool {
    guard source.isInteractive else {
      throw Diagnostic(
        "not-supported", "an editor needs a terminal, and standard input is none",
        notes: [#"type the line itself, without '\e'"#])
    }
    // Ctrl-C is the editor's.
    session.interrupt.close()
    let edited = try editor.edit(text.isEmpty ? lastEntry : text)
    session.interrupt.open()
    guard let edited else {
      source.print("(nothing was saved: nothing is run)")
      return true
    }
    let lines = logicalLines(of: edited).map(\.text)
    guard !lines.isEmpty else { return true }
    lastEntry = lines.joined(separator: "\n")
    source.addToHistory(lastEntry)
    return runLines(lines)
  }

  /// Runs lines one after the other as if each had been typed; whether to go on.
  func runLines(_ lines: [String]) -> Bool {
    for line in lines {
      source.print(promptText + line.replacing("\n", with: "\n...> "))
      guard runLine(line) else { return false }
      if session.interrupt.isRequested { break }
    }
    return true
  }

  /// Shows what a line printed: by the pager, if it is long and somebody has typed the line.
  func present(_ text: String) {
    guard isTyped, pager != nil else { return source.print(text) }
    // Ctrl-C is the pager's.
    session.interrupt.close()
    defer { session.interrupt.open() }
    if pager?.show(text, complain: source.print) != true { source.print(text) }
  }
}
