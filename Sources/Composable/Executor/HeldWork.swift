import CComposable
import Dispatch
import MachoLocks

/// Work that the owner's thread handed to other threads, and that has not begun.
///
/// SAFETY: `@unchecked Sendable` because mutable state has a lock, and the rest never changes.
final class HeldWork: @unchecked Sendable {
  private struct Element {
    let work: OpaquePointer
    let effect: EffectHandle?
  }

  /// SAFETY: an element is removed before it is started, so it is started once. Any thread may
  /// start it.
  private struct Elements: @unchecked Sendable {
    var all: [Element] = []
    /// The number of periods in which work was held.
    var period = 0
    var isHolding = false
    var hasTimer = false
  }

  private let elements = Lock(Elements())
  private let timerQueue = DispatchQueue(label: "macho.held-work")

  var isEmpty: Bool { elements.withLock { $0.all.isEmpty } }

  /// Holds the work that the calling thread hands to other threads while `body` runs.
  func hold<Result>(during body: () throws -> Result) rethrows -> Result {
    let hasWork = elements.withLock {
      $0.period += 1
      $0.isHolding = true
      $0.hasTimer = false
      return !$0.all.isEmpty
    }
    ccomposable_hold_work(true)
    defer {
      ccomposable_hold_work(false)
      elements.withLock { $0.isHolding = false }
    }
    if hasWork { startTimer() }
    return try body()
  }

  func append(_ work: OpaquePointer, of effect: EffectHandle?) {
    elements.withLock { $0.all.append(Element(work: work, effect: effect)) }
    startTimer()
  }

  /// The effects that handed over the work, one for each piece.
  var effects: [EffectHandle] { elements.withLock { $0.all.compactMap(\.effect) } }

  /// Starts all work, in the order in which it was handed over. Any thread may call it.
  func start() { start(elements.withLock(Self.takeAll)) }

  private func start(_ work: [Element]) {
    for element in work { ccomposable_start_work(element.work) }
  }

  private static func takeAll(_ elements: inout Elements) -> [Element] {
    defer { elements.all = [] }
    return elements.all
  }

  /// Starts the work after a second in which the owner has not become idle. A job may wait in a way
  /// that no call shows, such as a loop that reads a variable. Without this it would wait forever.
  private func startTimer() {
    let period = elements.withLock { elements -> Int? in
      guard !elements.hasTimer else { return nil }
      elements.hasTimer = true
      return elements.period
    }
    guard let period else { return }
    // The timer is not the feature's work.
    ccomposable_hold_work(false)
    defer { ccomposable_hold_work(true) }
    timerQueue.asyncAfter(deadline: .now() + .seconds(1)) { [self] in
      start(
        elements.withLock { elements in
          elements.isHolding && elements.period == period ? Self.takeAll(&elements) : []
        })
    }
  }
}
