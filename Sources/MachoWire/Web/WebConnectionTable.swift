import Foundation
import MachoLocks

/// The connections of a web server: those that have not sent a request, and those being served.
///
/// The two kinds have separate limits. If too many connections have sent no request, the oldest of them is
/// ended; the others are not affected.
final class WebConnectionTable: Sendable {
  private struct Content: Sendable {
    var lastNumber = 0
    /// Oldest first.
    var idle: [(number: Int, descriptor: Int32)] = []
    var servedCount = 0
  }

  /// The maximum number of connections without a request.
  static let idleLimit = 32
  /// The maximum number of connections that are served: pages, and their WebSockets.
  static let servedLimit = 32

  private let content = Lock(Content())

  /// Adds a connection without a request. Returns its number. Ends the oldest one beyond the limit.
  func add(_ descriptor: Int32) -> Int {
    content.withLock { content in
      if content.idle.count >= Self.idleLimit {
        // Wakes the thread that reads from it, which closes the descriptor.
        shutdown(content.idle.removeFirst().descriptor, Int32(SHUT_RDWR))
      }
      content.lastNumber += 1
      content.idle.append((content.lastNumber, descriptor))
      return content.lastNumber
    }
  }

  /// Records that a connection has sent its request, or has ended without one.
  ///
  /// ORDER: its thread calls it before it closes the descriptor, so no other connection is ended.
  func removeIdle(_ number: Int) {
    content.withLock { content in content.idle.removeAll { $0.number == number } }
  }

  /// Begins to serve a connection. Returns whether the limit allows it.
  func startServing() -> Bool {
    content.withLock { content in
      guard content.servedCount < Self.servedLimit else { return false }
      content.servedCount += 1
      return true
    }
  }

  func finishServing() { content.withLock { $0.servedCount -= 1 } }
}
