import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoSystem
import MachoTerminal

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Show the pending expectations of .macho.new files and accept or reject them.",
    discussion: """
      'E|' lines are the current expectation, 'A|' lines the pending one. At a terminal each change is \
      shown alone: press a to accept it, r to reject it, s to skip it, A to accept it and the rest of \
      its script, or q to quit. Skipped changes stay pending. Without a terminal all changes are only shown.

      Exit status: 0 nothing is pending any more; 2 a file is damaged or cannot be read or written; \
      3 an expectation is pending or stale; 5 a named file has no pending expectations.
      """)

  @Argument(
    help: "Scripts, their .macho.new files, or directories. Default: the working directory.")
  var files: [String] = []

  @OptionGroup var colors: ColorOptions

  func run() throws {
    var review = PendingReview(files, colors.palette(for: STDOUT_FILENO))
    if review.selection.pending.isEmpty, files.isEmpty {
      StandardOutput.print("nothing is pending")
    }
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
      guard let keys, !hasQuit else {
        if !hasQuit { show(lines(pending)) }
        selection.add(unresolved)
        continue
      }
      if pending.problem == nil, let hunks = try? PendingHunks(pending), !hunks.hunks.isEmpty {
        hasQuit = !review(hunks, of: pending, keys)
        continue
      }
      show(lines(pending))
      let canAccept = pending.problem == nil
      switch requestKey(of: canAccept ? [.accept, .reject, .skip] : [.reject, .skip], keys) {
      case .accept: accept(pending, &selection)
      case .reject: reject(pending, &selection)
      case .skip: selection.add(unresolved)
      default:
        selection.add(unresolved)
        hasQuit = true
      }
    }
  }

  /// Asks for each change of a script, then writes the decisions. Returns `false` if the user quits;
  /// then the remaining changes stay pending.
  private mutating func review(
    _ hunks: PendingHunks, of pending: PendingScript, _ keys: KeyPress
  ) -> Bool {
    show([title(pending, hunks)])
    var decisions: [PendingHunks.Decision] = []
    var hasQuit = false
    for (index, hunk) in hunks.hunks.enumerated() where !hasQuit {
      show((index > 0 ? [StyledLine("")] : []) + hunk.lines.map(\.indented))
      let rest = hunks.hunks.count - index
      let answers: [Answer] = [.accept, .reject, .skip] + (rest > 1 ? [.all] : [])
      switch requestKey(of: answers, keys) {
      case .accept: decisions.append(.accept)
      case .reject: decisions.append(.reject)
      case .skip: decisions.append(.skip)
      case .all: decisions += Array(repeating: .accept, count: rest)
      case .quit, nil: hasQuit = true
      }
      if decisions.count == hunks.hunks.count { break }
    }
    decisions += Array(repeating: .skip, count: hunks.hunks.count - decisions.count)
    write(decisions, hunks, to: pending)
    return !hasQuit
  }

  private mutating func write(
    _ decisions: [PendingHunks.Decision], _ hunks: PendingHunks, to pending: PendingScript
  ) {
    let (accepted, rejected) = (
      decisions.count { $0 == .accept }, decisions.count { $0 == .reject }
    )
    if accepted == decisions.count { return accept(pending, &selection) }
    if rejected == decisions.count { return reject(pending, &selection) }
    if decisions.contains(.skip) { selection.add(.pending) }
    guard accepted + rejected > 0 else { return }
    do throws(PendingError) {
      try pending.apply(decisions, to: hunks)
      let total = "of \(decisions.count) changes"
      if accepted > 0 { StandardOutput.print("ACCEPTED \(pending.path) (\(accepted) \(total))") }
      if rejected > 0 { StandardOutput.print("REJECTED \(pending.file) (\(rejected) \(total))") }
    } catch {
      selection.report(error)
    }
  }

  private func show(_ lines: [StyledLine]) { StandardOutput.print(palette.escapedText(of: lines)) }

  /// Returns the pending expectations, formatted as in a test report.
  private func lines(_ pending: PendingScript) -> [StyledLine] {
    if let problem = pending.problem {
      let word = pending.state == .damaged ? "DAMAGED" : "STALE"
      let role = pending.state == .damaged ? LineRole.failure : .notice
      return [StyledLine("\(word) \(pending.file)", role)]
        + StyledLine.plain(problem.lines).map(\.indented)
    }
    do throws(ScriptParseErrors) {
      let hunks = try PendingHunks(pending)
      let lines = hunks.hunks.map(\.lines).joined(separator: [StyledLine("")])
      return [title(pending, hunks)] + lines.map(\.indented)
    } catch {
      return [StyledLine("PENDING \(pending.path)", .notice)]
        + error.styledLines(path: pending.path)
    }
  }

  private func title(_ pending: PendingScript, _ hunks: PendingHunks) -> StyledLine {
    let count = hunks.expectationCount
    let expectations = counted(count, "expectation")
    return StyledLine("PENDING \(pending.path) (\(expectations) in \(pending.file))", .notice)
  }

  /// An answer and its key.
  private enum Answer: Character {
    case accept = "a"
    case reject = "r"
    case skip = "s"
    case all = "A"
    case quit = "q"

    var word: String { "\(self)" }
  }

  /// Returns the answer, or `nil` if the terminal is gone or Ctrl-C was pressed.
  private func requestKey(of answers: [Answer], _ keys: KeyPress) -> Answer? {
    let answers = answers + [.quit]
    let key = keys.next(of: answers.map(\.rawValue)) {
      let letters = answers.map { String($0.rawValue) }.joined(separator: "/")
      StandardOutput.print(
        "\(answers.map(\.word).joined(separator: ", "))? [\(letters)] ", terminator: "")
      fflush(nil)
    }
    StandardOutput.print(key.map(String.init) ?? "")
    return key.flatMap { Answer(rawValue: $0) }
  }
}
