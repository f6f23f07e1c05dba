import MachoLocks

@testable import Composable

/// A list to which any thread can append.
final class Log<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func record(_ element: Element) {
    elements.withLock { $0.append(element) }
  }

  func clear() {
    // Releases the elements outside the lock, because that may take time.
    let old = elements.withLock { elements in
      defer { elements = [] }
      return elements
    }
    withExtendedLifetime(old) {}
  }
}
