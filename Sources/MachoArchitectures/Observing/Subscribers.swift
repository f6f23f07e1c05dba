import MachoLocks

/// The subscribers to a value, in subscription order.
final class Subscribers<Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var lastNumber = 0
    var all: [(number: Int, callback: @Sendable (Value) -> Void)] = []
  }

  private let content = Lock(Content())

  func add(_ callback: @escaping @Sendable (Value) -> Void) -> Subscription {
    let number = content.withLock { content in
      content.lastNumber += 1
      content.all.append((content.lastNumber, callback))
      return content.lastNumber
    }
    return Subscription { [weak self] in self?.remove(number) }
  }

  func notify(_ value: Value) {
    for (number, callback) in content.withLock({ $0.all }) where isSubscribed(number) {
      callback(value)
    }
  }

  /// A subscriber that an earlier one unsubscribed is not notified any more.
  private func isSubscribed(_ number: Int) -> Bool {
    content.withLock { $0.all.contains { $0.number == number } }
  }

  private func remove(_ number: Int) {
    // Released without the lock, because what the callback captures may subscribe when it is released.
    _ = content.withLock { content in
      content.all.firstIndex { $0.number == number }.map { content.all.remove(at: $0) }
    }
  }
}
