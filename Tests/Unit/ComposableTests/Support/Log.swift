import MachoLocks

@testable import Composable

/// What was noted, in order, from any thread.
final class Log<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func record(_ element: Element) {
    elements.withLock { $0.append(element) }
  }

  func clear() {
    // What is let go of may take its time, which is none of the lock's.
    let old = elements.withLock { elements in
      defer { elements = [] }
      return elements
    }
    withExtendedLifetime(old) {}
  }
}
