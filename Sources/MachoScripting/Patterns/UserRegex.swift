import MachoLocks
import MachoSystem

/// A regular expression that a user has written. A match that takes too long is abandoned.
///
/// Swift's engine backtracks: `(a+)+$` takes exponential time on a text of `a` and a `b`. No step of it
/// can be observed, so an expression that may be slow runs on a thread of its own. The thread of an
/// abandoned match runs until the process ends, so an expression is abandoned once in a process.
package struct UserRegex {
  /// Why a regular expression cannot be used.
  package enum Failure: Error, CustomStringConvertible {
    /// It does not compile.
    case invalid(reason: String)
    /// A match was abandoned.
    case tooSlow(pattern: String)

    package var description: String {
      switch self {
      case .invalid(let reason): reason
      case .tooSlow(let pattern):
        "the regular expression '\(pattern)' takes too long: it tries too many ways to match"
      }
    }
  }

  /// Limits of a pattern. Swift's regex parser is recursive, so an unlimited pattern could overflow
  /// the stack.
  private static let maximumLength = 4096
  private static let maximumDepth = 64

  private let pattern: String
  private let regex: Regex<AnyRegexOutput>
  private let cost: MatchCost

  /// Compiles a pattern. Throws `invalid` if that fails.
  package init(_ pattern: String) throws(Failure) {
    // An upper bound of the nesting depth: the number of brackets, escaped ones included.
    let depth = pattern.utf8.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }
    guard pattern.utf8.count <= Self.maximumLength, depth <= Self.maximumDepth else {
      throw .invalid(
        reason: "the regular expression has more than \(Self.maximumLength) bytes or "
          + "\(Self.maximumDepth) brackets")
    }
    do { regex = try Regex(pattern) } catch {
      throw .invalid(reason: "invalid regular expression: \(error)")
    }
    self.pattern = pattern
    cost = MatchCost(of: pattern)
  }

  /// Returns whether a part of a text matches. Throws `tooSlow`.
  package func occurs(in text: String) throws(Failure) -> Bool {
    try run(text, starts: text.utf8.count) { $0.firstMatch(of: $1) != nil }
  }

  /// Returns the parts of a text that match. Throws `tooSlow`.
  func ranges(in text: String) throws(Failure) -> [Range<String.Index>] {
    try run(text, starts: text.utf8.count) { text, regex in
      text.matches(of: regex).map(\.range)
    }
  }

  /// Returns the texts of named groups if the whole text matches, else `nil`. Throws `tooSlow`.
  func groups(_ names: [String], ofWhole text: String) throws(Failure) -> [String: String]? {
    try run(text, starts: 1) { text, regex in
      guard let match = text.wholeMatch(of: regex) else { return nil }
      return Dictionary(
        uniqueKeysWithValues: Set(names).map {
          ($0, match[$0]?.substring.map(String.init) ?? "")
        })
    }
  }
}

extension UserRegex {
  /// The patterns of abandoned matches.
  private static let abandoned = Lock<Set<String>>([])

  /// How long a match may take: 2 seconds, and 5 more for each million bytes.
  private static func limit(for text: String) -> Duration {
    .seconds(2) + .microseconds(5) * text.utf8.count
  }

  /// Runs a match, on another thread if it may be slow.
  private func run<Result: Sendable>(
    _ text: String, starts: Int,
    _ match: @escaping @Sendable (String, Regex<AnyRegexOutput>) -> Result
  ) throws(Failure) -> Result {
    if cost.isSmall(for: text.utf8.count, starts: starts) { return match(text, regex) }
    guard !Self.abandoned.withLock({ $0.contains(pattern) }) else {
      throw .tooSlow(pattern: pattern)
    }
    let mailbox = Mailbox<Result>()
    // SAFETY: the calling thread waits, and after an abandoned match nothing uses the object again,
    // because `abandoned` contains its pattern.
    nonisolated(unsafe) let regex = regex
    let thread = PosixThread { mailbox.post(match(text, regex)) }
    // Without a thread, the match can only be made here.
    guard thread.hasStarted else { return match(text, regex) }
    if let result = mailbox.next(within: Self.limit(for: text)) { return result }
    Self.abandoned.withLock { _ = $0.insert(pattern) }
    throw .tooSlow(pattern: pattern)
  }
}

/// An upper bound of the ways in which a backtracking engine can match a pattern.
private struct MatchCost {
  /// The number of quantifiers and back-references. `nil` if a group repeats, which makes the bound
  /// exponential.
  private let repetitions: Int?
  /// The number of optional parts and alternatives.
  private let choices: Int

  /// At this number of ways, a match takes a fraction of a second.
  private static let small = 1e6

  init(of pattern: String) {
    var (repetitions, choices, repeatsGroup) = (0, 0, false)
    var previous: UInt8 = 0
    for byte in pattern.utf8 {
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "{"):
        repetitions += 1
        if previous == UInt8(ascii: ")") { repeatsGroup = true }
      case UInt8(ascii: "?"), UInt8(ascii: "|"): choices += 1
      case UInt8(ascii: "k"), UInt8(ascii: "1")...UInt8(ascii: "9"):
        if previous == UInt8(ascii: "\\") { repetitions += 1 }
      default: break
      }
      previous = byte
    }
    self.repetitions = repeatsGroup ? nil : repetitions
    self.choices = choices
  }

  func isSmall(for count: Int, starts: Int) -> Bool {
    guard let repetitions else { return false }
    var ways = Double(starts + 1)
    for _ in 0..<repetitions { ways *= Double(count + 1) }
    for _ in 0..<choices { ways *= 2 }
    return ways <= Self.small
  }
}
