import Synchronization

/// What was noted, in order, from any thread.
final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func note(_ element: Element) {
    elements.withLock { $0.append(element) }
  }
}
