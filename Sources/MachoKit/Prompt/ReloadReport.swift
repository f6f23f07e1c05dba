import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem

/// What the lines of a session did when a rebuilt driver repeated them.
struct ReloadReport {
  /// The number of differences that are printed with their output. Of the others only the line is.
  static let fullCount = 10

  private var repeatedCount = 0
  private var differenceCount = 0
  /// The number of lines of live stores.
  private var liveCount = 0

  /// Adds a repeated entry with its result before. Returns what to print: nothing if a script would not
  /// notice a difference.
  ///
  /// - Parameter outcome: Its outcome now. `nil` if it did not run again.
  mutating func add(
    _ entry: PromptJournal.Entry, _ result: PromptJournal.Result, _ outcome: Outcome?
  ) -> [StyledLine] {
    if result.liveActions != nil, entry.isLine { liveCount += 1 }
    guard let outcome, let transcript = result.transcript else { return [] }
    if entry.isLine { repeatedCount += 1 }
    let lines = TranscriptDifference.lines(from: transcript, to: outcome)
    guard !lines.isEmpty else { return [] }
    differenceCount += 1
    return [entry.heading] + (differenceCount <= Self.fullCount ? lines : [])
  }

  /// Whether the entries below a line are not repeated. They would begin in another state, because the
  /// line fails now, did not fail before, and does more than assert or read.
  static func stops(at outcome: Outcome?, _ result: PromptJournal.Result) -> Bool {
    guard let outcome, outcome.line != nil, outcome.failure != nil, result.failure == nil else {
      return false
    }
    let harmless: [Command.Traits] = [.asserts, .assertsEnd, .readsState, .runsScript]
    return !harmless.contains(where: outcome.has)
  }

  /// The lines below the differences.
  var summary: [StyledLine] {
    let differences =
      switch differenceCount {
      case 0: "none differs"
      case 1: "1 differs: E is before, A is now"
      default: "\(differenceCount) differ: E is before, A is now"
      }
    var lines = ["reloaded: \(counted(repeatedCount, "line")) repeated, \(differences)"]
    if differenceCount > Self.fullCount {
      lines.append("only the first \(Self.fullCount) are shown with their output")
    }
    if liveCount > 0 {
      lines += [
        "not repeated: \(counted(liveCount, "line")) of live stores",
        "their actions were reduced again, without effects",
      ]
    }
    return lines.map { StyledLine($0, .notice) }
  }

  /// What happens to the lines that are not repeated.
  static func notes(notRepeating rest: [PromptJournal.Entry]) -> [String] {
    let count = rest.count { $0.isLine }
    return (count > 0 ? ["not repeated: \(counted(count, "line")) below it"] : [])
      + ["the next 'reload' tries all lines again, unless you change the session before"]
  }

  /// The comments that a recording has instead of lines that are not repeated.
  static func comments(for rest: [PromptJournal.Entry]) -> [String] {
    let comments = rest.flatMap(\.comments)
    return comments.isEmpty ? [] : ["# not repeated, because the line above fails:"] + comments
  }
}

extension PromptJournal.Entry {
  /// Whether it is a line that a script may contain.
  fileprivate var isLine: Bool {
    guard kind == .command || kind == .startup else { return false }
    let form = Line(text).command?.transcript
    return form != .excluded && form != .omitted
  }

  /// The entry as comments.
  fileprivate var comments: [String] {
    if kind == .comment { return [text] }
    return isLine ? text.split(separator: "\n").map { "# \($0)" } : []
  }

  /// The line above its differences.
  var heading: StyledLine {
    let line = kind == .external ? "external work" : CrashNote.excerpt(of: text)
    return StyledLine(OutputEscaping.encode(line), .heading)
  }
}
