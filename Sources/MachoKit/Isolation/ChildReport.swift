import Foundation
import MachoScripting

/// What a child process reports line by line: its current script line, a crash, and finally its
/// result.
struct ChildReport {
  /// The signal that is about to terminate the child.
  struct Crash: Equatable {
    var signal: Int32
    /// Whether the signal was a stack overflow.
    var isOverflow: Bool

    /// The signal's number and name.
    var description: String {
      IsolatedScriptRun.name(ofSignal: signal) + (isOverflow ? ": stack overflow" : "")
    }
  }

  /// The path of the script.
  let path: String
  private(set) var line: Int?
  /// The location and text of the command that runs in a sourced script, if `line` is a `source`
  /// command.
  private(set) var sourcedCommand: String?
  /// The time limit that the script sets itself, and when it was set.
  private(set) var limit: (duration: Duration, since: ContinuousClock.Instant)?
  private(set) var crash: Crash?
  /// The choices of the schedule that runs, counted from 1.
  private(set) var choices: [Int] = []
  private(set) var run: ScriptRun?
  /// The events of the session, as JSON.
  private(set) var timeline: [String] = []

  init(path: String) { self.path = path }

  mutating func consume(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let word = words.first, let rest = words.dropFirst().first else { return }
    switch word {
    case "line": (line, sourcedCommand) = (Int(rest), nil)
    case "sourced": sourcedCommand = String(rest)
    case "limit": limit = Int64(rest).map { (.nanoseconds($0), .now) }
    case "order": choices = []
    case "chose": if let choice = Int(rest) { choices.append(choice) }
    case "crash": crash = Self.parseCrash(rest)
    case "event": timeline.append(String(rest))
    case "passed": run = Self.parsePassed(rest, path: path)
    case "run": run = try? JSONDecoder().decode(ScriptRun.self, from: Data(rest.utf8))
    default: break
    }
  }

  private static func parseCrash(_ text: Substring) -> Crash? {
    let words = text.split(separator: " ")
    return words.first.flatMap { Int32($0) }.map {
      Crash(signal: $0, isOverflow: words.contains("overflow"))
    }
  }

  static func text(event: String) -> String { "event \(event)\n" }
  /// The line that precedes a run in another order.
  static let startOfOrder = "order next\n"

  static func text(choice: Int) -> String { "chose \(choice)\n" }

  static func text(line: Int) -> String { "line \(line)\n" }

  static func text(sourced command: String) -> String {
    "sourced " + command.prefix { $0 != "\n" }.prefix(400) + "\n"
  }

  static func text(limit: Duration) -> String {
    let (seconds, attoseconds) = limit.components
    return "limit \(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)\n"
  }

  static func text(_ run: ScriptRun) -> String {
    if let text = passedText(run) { return text }
    // A `ScriptRun` has no infinite numbers, the only values that `JSONEncoder` rejects.
    let json = (try? JSONEncoder().encode(run)) ?? Data()
    return "run " + String(decoding: json, as: UTF8.self) + "\n"
  }
}
