import ArgumentParser
import Foundation
import MachoScripting
import MachoTerminal

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Show what waits in .macho.new files, and ask what to do with it.",
    discussion: """
      Behind E stands what a script expects now, behind A what it would expect. At a terminal one key \
      answers: a accepts, r rejects, s leaves it for later, q leaves all that is left. Without one the \
      files are shown, and left as they are.

      Exit status: 0 nothing is pending any more; 2 a file that is damaged or cannot be read or written; \
      3 something is pending, or stale; 5 nothing waits for a file that was named.
      """)

  @Argument(
    help: "Scripts, their .macho.new files, or directories; the working directory without any.")
  var files: [String] = []

  @OptionGroup var colors: ColorOptions

  func run() throws {
    var selection = PendingSelection(files)
    if selection.pending.isEmpty, files.isEmpty { print("nothing is pending") }
    let palette = colors.palette(for: STDOUT_FILENO)
    let keys = KeyPress.isAvailable ? KeyPress(terminal: STDIN_FILENO) : nil
    var hasQuit = false
    for pending in selection.pending {
      let left = pending.state == .damaged ? ExitStatus.usage : .pending
      for line in hasQuit ? [] : lines(pending) {
        print(palette.text(line, ReportLine.role(of: line)))
      }
      guard let keys, !hasQuit else {
        selection.add(left)
        continue
      }
      switch requestKey(pending, keys) {
      case "a": accept(pending, &selection)
      case "r": reject(pending, &selection)
      case "s": selection.add(left)
      default:
        selection.add(left)
        hasQuit = true
      }
    }
    try selection.finish()
  }

  /// What waits, as the report of a test would show it.
  private func lines(_ pending: PendingScript) -> [String] {
    if let problem = pending.problem {
      let word = pending.state == .damaged ? "DAMAGED" : "STALE"
      return ["\(word) \(pending.file)"] + indented(problem.lines)
    }
    do throws(ScriptParseErrors) {
      let count = try PendingDiff.count(for: pending)
      return [
        "PENDING \(pending.path) (\(count) gutter\(count == 1 ? "" : "s") in \(pending.file))"
      ]
        + indented(try PendingDiff.lines(for: pending))
    } catch {
      return ["PENDING \(pending.path)", error.text(path: pending.path)]
    }
  }

  private func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "  " + $0 } }

  /// Which key was pressed; nil for none, when the terminal is gone or Ctrl-C was pressed.
  private func requestKey(_ pending: PendingScript, _ keys: KeyPress) -> Character? {
    let canAccept = pending.problem == nil
    let key = keys.next(of: canAccept ? ["a", "r", "s", "q"] : ["r", "s", "q"]) {
      print(
        canAccept ? "accept, reject, skip, quit? [a/r/s/q] " : "reject, skip, quit? [r/s/q] ",
        terminator: "")
      fflush(nil)
    }
    print(key.map(String.init) ?? "")
    return key
  }
}
