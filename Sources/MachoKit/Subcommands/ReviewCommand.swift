import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoTerminal

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Show the pending expectations of .macho.new files and accept or reject them.",
    discussion: """
      'E|' lines are the current expectation, 'A|' lines the pending one. At a terminal press a to \
      accept, r to reject, s to skip or q to quit. Without a terminal the files are only shown.

      Exit status: 0 nothing is pending any more; 2 a file is damaged or cannot be read or written; \
      3 an expectation is pending or stale; 5 a named file has no pending expectations.
      """)

  @Argument(
    help: "Scripts, their .macho.new files, or directories. Default: the working directory.")
  var files: [String] = []

  @OptionGroup var colors: ColorOptions

  func run() throws {
    var review = PendingReview(files, colors.palette(for: STDOUT_FILENO))
    if review.selection.pending.isEmpty, files.isEmpty { print("nothing is pending") }
    review.run()
    try review.selection.finish()
  }
}

/// Shows the pending expectations of scripts and, at a terminal, asks what to do with each.
struct PendingReview {
  private(set) var selection: PendingSelection
  private let palette: Palette

  /// Creates a review of scripts and directories. Default: the working directory.
  init(_ paths: [String], _ palette: Palette) {
    selection = PendingSelection(paths)
    self.palette = palette
  }

  /// Runs the review. `selection` then has the exit status.
  mutating func run() {
    let keys = KeyPress.isAvailable ? KeyPress(terminal: STDIN_FILENO) : nil
    var hasQuit = false
    for pending in selection.pending {
      let unresolved = pending.state == .damaged ? ExitStatus.usage : .pending
      if !hasQuit { print(palette.escapedText(of: lines(pending))) }
      guard let keys, !hasQuit else {
        selection.add(unresolved)
        continue
      }
      switch requestKey(pending, keys) {
      case "a": accept(pending, &selection)
      case "r": reject(pending, &selection)
      case "s": selection.add(unresolved)
      default:
        selection.add(unresolved)
        hasQuit = true
      }
    }
  }

  /// Returns the pending expectations, formatted as in a test report.
  private func lines(_ pending: PendingScript) -> [StyledLine] {
    if let problem = pending.problem {
      let word = pending.state == .damaged ? "DAMAGED" : "STALE"
      let role = pending.state == .damaged ? LineRole.failure : .notice
      return [StyledLine("\(word) \(pending.file)", role)]
        + StyledLine.plain(problem.lines).map(\.indented)
    }
    do throws(ScriptParseErrors) {
      let count = try PendingDiff.count(for: pending)
      let expectations = "\(count) expectation\(count == 1 ? "" : "s")"
      return [
        StyledLine("PENDING \(pending.path) (\(expectations) in \(pending.file))", .notice)
      ] + (try PendingDiff.lines(for: pending)).map(\.indented)
    } catch {
      return [StyledLine("PENDING \(pending.path)", .notice)]
        + error.styledLines(path: pending.path)
    }
  }

  /// Returns the pressed key, or `nil` if the terminal is gone or Ctrl-C was pressed.
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
