import Foundation
import MachoReporting
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
    runEach(lines) { line in
      source.print(promptText + line.replacing("\n", with: "\n...> "))
      return runLine(line)
    }
  }

  /// Runs lines that were entered together, or those of a file, until an interrupt, and prints how
  /// many it skips. Returns whether the prompt continues.
  func runEach<Line>(_ lines: [Line], of file: String? = nil, _ run: (Line) -> Bool) -> Bool {
    defer { followingLines = nil }
    var rest = lines[...]
    while let line = rest.popFirst() {
      let following = SkippedLines(count: rest.count, file: file)
      followingLines = following
      guard run(line) else { return false }
      if session.interrupt.isRequested {
        SkippedLines.interruption(skipping: [following]).map(report)
        break
      }
    }
    return true
  }

  /// Prints a line's output. If the line was typed, shows long output in the pager if `usingPager`, and
  /// else prints the beginning of huge output.
  func present(_ lines: [StyledLine], usingPager: Bool) {
    let texts = lines.map(palette.text)
    guard isTyped, pager != nil else { return source.print(texts.joined(separator: "\n")) }
    if usingPager {
      // Ctrl-C belongs to the pager.
      session.interrupt.close()
      defer { session.interrupt.open() }
      if pager?.show(lines, palette, onError: source.print) == true { return }
    }
    foldedOutput = FoldedOutput(texts)
    source.print(foldedOutput.shown)
  }
}
