import MachoLocks

/// A thread-safe list of recorded entries.
final class Log<Entry: Sendable>: Sendable {
  private let content = Lock<[Entry]>([])

  var entries: [Entry] { content.withLock { $0 } }

  func record(_ entry: Entry) { content.withLock { $0.append(entry) } }
}
