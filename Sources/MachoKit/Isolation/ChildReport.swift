import Foundation
import MachoScripting

/// What a child says of itself, line by line: where it is, that it crashes, and at the end its
/// result.
struct ChildReport {
  /// A signal that a child was about to end by.
  struct Crash: Equatable {
    var signal: Int32
    /// Whether the stack had no room left.
    var isOverflow: Bool
  }

  /// The script.
  let path: String
  private(set) var line: Int?
  /// The place and the text of the command, where that line sources the script that it stands in.
  private(set) var sourcedCommand: String?
  /// How long it may take, and from when on, where its script says so.
  private(set) var limit: (duration: Duration, since: ContinuousClock.Instant)?
  private(set) var crash: Crash?
  private(set) var run: ScriptRun?

  init(path: String) { self.path = path }

  mutating func consume(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let word = words.first, let rest = words.dropFirst().first else { return }
    switch word {
    case "line": (line, sourcedCommand) = (Int(rest), nil)
    case "source": sourcedCommand = String(rest)
    case "limit": limit = Int64(rest).map { (.nanoseconds($0), .now) }
    case "crash": crash = Self.parseCrash(rest)
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

  static func text(line: Int) -> String { "line \(line)\n" }

  static func text(sourced place: String) -> String {
    "source " + place.prefix { $0 != "\n" }.prefix(400) + "\n"
  }

  static func text(limit: Duration) -> String {
    let (seconds, attoseconds) = limit.components
    return "limit \(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)\n"
  }

  static func text(_ run: ScriptRun) -> String {
    if let text = text(ofPassed: run) { return text }
    // It has no floating-point numbers, the only thing that JSON cannot say.
    let json = (try? JSONEncoder().encode(run)) ?? Data()
    return "run " + String(decoding: json, as: UTF8.self) + "\n"
  }
}
