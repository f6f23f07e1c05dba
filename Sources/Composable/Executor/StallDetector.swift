import CComposable
import Dispatch
import MachoLocks
import Synchronization

/// Finds a job that waits for held work without a call that this process intercepts: in a loop that reads a
/// variable, or in another system call.
///
/// It measures the processor time of the owner's thread, not the wall clock: a busy machine changes
/// nothing. A job that ends within that time is not affected.
///
/// SAFETY: `@unchecked Sendable` because mutable state has a lock, and the rest never changes.
final class StallDetector: @unchecked Sendable {
  /// How a job waited.
  enum Stall: CustomStringConvertible {
    case computing, asleep

    var description: String {
      switch self {
      case .computing:
        "computed for \(StallDetector.processorTime / 1_000_000_000) s while work of another thread was held"
      case .asleep: "slept in an unknown call while work of another thread was held"
      }
    }
  }

  private struct State {
    /// The owner's thread.
    var thread: Int32 = 0
    var isActive = false
    var hasTimer = false
    /// The number of the job that was checked last, and of the period of holding.
    var job = 0
    /// The processor time of the owner's thread at the first check of the job, and at the last one.
    var start: Int64 = 0
    var last: Int64 = 0
    /// The number of checks at which the thread slept, without a pause.
    var sleepCount = 0
    var stall: Stall?
  }

  private let state = Lock(State())
  /// The number of jobs and periods.
  private let jobNumber = Atomic(0)
  private let queue = DispatchQueue(label: "macho.stalls")
  private let hasWork: @Sendable () -> Bool
  private let startWork: @Sendable () -> Void

  /// Nanoseconds of processor time of one job. More than any job of a test needs.
  private static let processorTime: Int64 = 10_000_000_000
  /// Checks, each half a second after the last one.
  private static let maximumSleepCount = 4
  private static let interval = DispatchTimeInterval.milliseconds(500)

  /// - Parameters:
  ///   - hasWork: Returns whether work is held. Called on any thread.
  ///   - startWork: Starts the held work, because a job waits for it. Called on another thread.
  init(hasWork: @escaping @Sendable () -> Bool, startWork: @escaping @Sendable () -> Void) {
    self.hasWork = hasWork
    self.startWork = startWork
  }

  /// Begins a period in which the calling thread's work is held.
  func begin() {
    beginJob()
    state.withLock { state in
      state.isActive = true
      state.thread = ccomposable_thread_id()
    }
    if hasWork() { didHoldWork() }
  }

  func end() {
    state.withLock { $0.isActive = false }
  }

  func beginJob() { jobNumber.add(1, ordering: .relaxed) }

  /// Called when work is held.
  func didHoldWork() {
    let isNew = state.withLock { state in
      defer { state.hasTimer = true }
      return !state.hasTimer
    }
    if isNew { scheduleCheck() }
  }

  /// Returns and clears the stall of the job that runs now.
  func takeStall() -> Stall? {
    state.withLock { state in
      defer { state.stall = nil }
      return state.stall
    }
  }

  private func scheduleCheck() {
    OwnWork.perform {
      queue.asyncAfter(deadline: .now() + Self.interval) { [self] in check() }
    }
  }

  private func check() {
    let hasWork = hasWork()
    let hasStalled = state.withLock { state in
      guard state.isActive, hasWork else {
        state.hasTimer = false
        return false
      }
      state.stall = findStall(&state)
      state.hasTimer = state.stall == nil
      return state.stall != nil
    }
    // ORDER: after the stall is recorded, so that the job finds it when it continues.
    if hasStalled { startWork() } else if state.withLock({ $0.hasTimer }) { scheduleCheck() }
  }

  private func findStall(_ state: inout State) -> Stall? {
    var isAsleep = false
    let time = ccomposable_processor_time(state.thread, &isAsleep)
    let job = jobNumber.load(ordering: .relaxed)
    guard time >= 0, job == state.job else {
      (state.job, state.start, state.last, state.sleepCount) = (job, time, time, 0)
      return nil
    }
    // The measurement itself may wake the thread for some microseconds.
    state.sleepCount = isAsleep && time - state.last < 1_000_000 ? state.sleepCount + 1 : 0
    state.last = time
    if state.sleepCount >= Self.maximumSleepCount { return .asleep }
    return time - state.start >= Self.processorTime ? .computing : nil
  }
}
