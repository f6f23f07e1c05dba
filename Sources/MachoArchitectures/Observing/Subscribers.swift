import MachoLocks

/// Who is told of values, in the order in which they came.
final class Subscribers<Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var lastNumber = 0
    var all: [(number: Int, tell: @Sendable (Value) -> Void)] = []
  }

  private let content = Lock(Content())

  func add(_ tell: @escaping @Sendable (Value) -> Void) -> Subscription {
    let number = content.withLock { content in
      content.lastNumber += 1
      content.all.append((content.lastNumber, tell))
      return content.lastNumber
    }
    return Subscription { [weak self] in self?.remove(number) }
  }

  func notify(_ value: Value) {
    for (number, tell) in content.withLock({ $0.all }) where isSubscribed(number) { tell(value) }
  }

  /// Whoever an earlier one has made unsubscribe is not told any more.
  private func isSubscribed(_ number: Int) -> Bool {
    content.withLock { $0.all.contains { $0.number == number } }
  }

  private func remove(_ number: Int) {
    content.withLock { $0.all.removeAll { $0.number == number } }
  }
}
