import CComposable
import MachoLocks

/// Work that the owner's thread handed to other threads, until it begins.
///
/// SAFETY: `@unchecked Sendable` because mutable state has a lock, and the rest never changes.
final class HeldWork: @unchecked Sendable {
  struct Element {
    let work: OpaquePointer
    let effect: EffectHandle?
    /// What it is: `work for the queue 'database'`.
    let description: String
    /// Whether it is a thread or a block that waits for a time or a group.
    let isLasting: Bool
  }

  /// SAFETY: an element is removed before it is started, so it is started once. Any thread may
  /// start it.
  private struct Elements: @unchecked Sendable {
    var all: [Element] = []
    /// Whether any work was started.
    var hasStarted = false
  }

  private let elements = Lock(Elements())

  var isEmpty: Bool { elements.withLock { $0.all.isEmpty } }

  /// Whether any work was started since the process began.
  var hasStarted: Bool { elements.withLock { $0.hasStarted } }

  /// The effects that handed over the work, one for each piece.
  var effects: [EffectHandle] { elements.withLock { $0.all.compactMap(\.effect) } }

  /// The work that has not begun and who handed it over, in order, each once.
  var descriptions: [String] {
    var texts: [String] = []
    for element in elements.withLock({ $0.all }) {
      let owner = (element.effect as? InFlightEffect).map { " of \($0.identity)" } ?? ""
      let text = element.description + owner
      if !texts.contains(text) { texts.append(text) }
    }
    return texts
  }

  func append(_ work: OpaquePointer, of effect: EffectHandle?, _ description: String) {
    elements.withLock {
      $0.all.append(
        Element(
          work: work, effect: effect, description: description,
          isLasting: ccomposable_is_lasting(work)))
    }
  }

  /// Starts all work, in the order in which it was handed over. Any thread may call it. Returns what
  /// was started.
  ///
  /// - Parameter willStart: Called before the first piece begins, if there is any. Default: nothing.
  @discardableResult
  func start(willStart: ([Element]) -> Void = { _ in }) -> [Element] {
    start(where: { _ in true }, willStart)
  }

  /// Starts the blocks for a queue. Returns whether there were any.
  func start(onQueue queue: UnsafeMutableRawPointer) -> Bool {
    !start(where: { ccomposable_is_on_queue($0.work, queue) }).isEmpty
  }

  private func start(
    where isIncluded: (Element) -> Bool, _ willStart: ([Element]) -> Void = { _ in }
  ) -> [Element] {
    let started = elements.withLock { elements in
      let started = elements.all.filter(isIncluded)
      elements.all.removeAll(where: isIncluded)
      if !started.isEmpty { elements.hasStarted = true }
      return started
    }
    if !started.isEmpty { willStart(started) }
    for element in started { ccomposable_start_work(element.work) }
    return started
  }
}
