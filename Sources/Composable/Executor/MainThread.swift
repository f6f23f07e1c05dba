import CComposable
import Dispatch
import MachoLocks

/// The main queue and the main run loop of a process whose main thread owns the process-wide
/// executor, and so runs neither by itself.
///
/// The owner runs what they contain between two jobs: at once in the context `live` and at a prompt,
/// and while a test settles. The jobs that this enqueues are external, as if another thread enqueued
/// them: a block may have come from one, and timers use the wall clock.
///
/// SAFETY: `@unchecked Sendable` because only the owner's thread uses it, except for `source`, which
/// has a lock.
package final class MainThread: @unchecked Sendable {
  /// Whether the owner's thread runs a block of the main queue or a timer of the main run loop.
  @exclusivity(unchecked)
  private(set) var isRunning = false

  /// Fires if the main queue has a block. Suspended from then on until the owner has run it.
  private struct Source: @unchecked Sendable {
    var source: (any DispatchSourceRead)?
    var isSuspended = false
  }

  private let source = Lock(Source())
  private let queue = DispatchQueue(label: "macho.main-thread")
  private var scheduledWake: ContinuousClock.Instant?
  /// Called on another thread when there is a block or a due timer.
  private let onWork: @Sendable () -> Void

  init(onWork: @escaping @Sendable () -> Void) { self.onWork = onWork }

  /// Runs the blocks and the due timers. From then on, calls `onWork` when there are more. Returns
  /// whether there were any.
  func run() -> Bool {
    // A block may itself do what makes the owner run blocks.
    guard !isRunning else { return false }
    isRunning = true
    let hadWork = ccomposable_run_main_thread()
    isRunning = false
    OwnWork.perform {
      source.withLock(observeQueue)
      observeTimers()
    }
    return hadWork
  }

  private func observeQueue(_ source: inout Source) {
    if source.isSuspended {
      source.isSuspended = false
      source.source?.resume()
    }
    guard source.source == nil else { return }
    let descriptor = ccomposable_main_queue_descriptor()
    guard descriptor >= 0 else { return }
    let new = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    new.setEventHandler { [self] in
      self.source.withLock {
        $0.isSuspended = true
        $0.source?.suspend()
      }
      onWork()
    }
    source.source = new
    new.activate()
  }

  private func observeTimers() {
    let time = ccomposable_time_until_main_timer()
    guard time >= 0 else { return }
    let next = ContinuousClock.now.advanced(by: .seconds(time))
    // An earlier wake looks again.
    if let scheduledWake, scheduledWake > .now, scheduledWake <= next { return }
    scheduledWake = next
    queue.asyncAfter(deadline: .now() + time, execute: onWork)
  }
}

extension StoreExecutor {
  /// Runs the blocks of the main queue and the due timers of the main run loop, unless the executor
  /// belongs to another thread than the main one. Returns whether there were any.
  @discardableResult
  package func runMainThread() -> Bool { externalWork?.runMainThread() ?? false }

  /// Whether the main queue has a block, or a timer of the main run loop is due.
  var hasMainThreadWork: Bool { externalWork != nil && ccomposable_has_main_thread_work() }

  /// Whether the calling code owns the executor. `false` in a block of the main queue.
  package var isOwnedByCurrentCode: Bool {
    isOwnedByCurrentThread && externalWork?.isRunningMainThread != true
  }
}
