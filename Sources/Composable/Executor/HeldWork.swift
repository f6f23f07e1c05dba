import CComposable
import Dispatch
import MachoLocks

/// Work that the owner's thread handed to other threads, until it begins, and blocks until they end.
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
    /// Whether any work was started.
    var hasStarted = false
    /// The blocks that were started, have not ended and are awaited, by number.
    var awaitedBlocks: Set<Int> = []
    var lastBlock = 0
    /// The number of periods in which work was held.
    var period = 0
    var isHolding = false
    var hasTimer = false
  }

  private let elements = Lock(Elements())
  private let timerQueue = DispatchQueue(label: "macho.held-work")

  /// Called on another thread when a block ends. Set once, before any work is held.
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

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

  /// Whether any work was started since the process began.
  var hasStarted: Bool { elements.withLock { $0.hasStarted } }

  /// Whether a block has begun, has not ended and is awaited. Threads, and blocks that wait for a time or a group,
  /// do not count: often they last as long as the process.
  var hasAwaitedBlocks: Bool { elements.withLock { !$0.awaitedBlocks.isEmpty } }

  /// Stops waiting for the blocks that have not ended.
  func forgetAwaitedBlocks() { elements.withLock { $0.awaitedBlocks = [] } }

  private func start(_ work: [Element]) {
    for element in work {
      guard ccomposable_is_immediate(element.work) else {
        elements.withLock { $0.hasStarted = true }
        ccomposable_start_work(element.work)
        continue
      }
      let number = elements.withLock { elements in
        elements.hasStarted = true
        elements.lastBlock += 1
        elements.awaitedBlocks.insert(elements.lastBlock)
        return elements.lastBlock
      }
      let block = Unmanaged.passRetained(StartedBlock(number: number, heldWork: self))
      // SAFETY: the function is called once for each block, and releases its reference.
      ccomposable_start_immediate_work(
        element.work,
        { context in
          let block = Unmanaged<StartedBlock>.fromOpaque(context).takeRetainedValue()
          block.heldWork.didEnd(block.number)
        }, block.toOpaque())
    }
  }

  private final class StartedBlock {
    let number: Int
    let heldWork: HeldWork

    init(number: Int, heldWork: HeldWork) {
      self.number = number
      self.heldWork = heldWork
    }
  }

  private func didEnd(_ block: Int) {
    elements.withLock { _ = $0.awaitedBlocks.remove(block) }
    onEnd()
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
