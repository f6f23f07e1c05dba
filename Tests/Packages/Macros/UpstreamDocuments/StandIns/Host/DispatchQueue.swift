import Dispatch

/// Shadows Dispatch's type for documents that use the main queue: with a driver, its clock decides.
public enum DispatchQueue {
  public static var main: MainQueue { MainQueue() }
}

public struct MainQueue {
  public typealias Work = @Sendable () -> Void

  /// Runs work after some seconds. Default: `nil`, Dispatch's main queue does.
  @TaskLocal public static var schedule: (@Sendable (Double, @escaping Work) -> Void)?

  public func async(execute work: @escaping () -> Void) {
    asyncAfter(deadline: .now(), execute: work)
  }

  public func asyncAfter(deadline: Deadline, execute work: @escaping () -> Void) {
    // SAFETY: as in Dispatch's method, which the documents call: only the queue runs the work.
    nonisolated(unsafe) let work = work
    if let schedule = Self.schedule {
      schedule(deadline.seconds) { work() }
    } else {
      Dispatch.DispatchQueue.main.asyncAfter(deadline: .now() + deadline.seconds) { work() }
    }
  }
}

/// A time from now.
public struct Deadline: Sendable {
  var seconds = 0.0

  public static func now() -> Self { Self() }

  public static func + (deadline: Self, seconds: Double) -> Self {
    Self(seconds: deadline.seconds + seconds)
  }
}
