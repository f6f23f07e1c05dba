import Foundation

/// A thread that never exits, started during registration if `DRIVER_THREAD` is set.
enum BackgroundThread {
  static func startIfRequested() {
    guard ProcessInfo.processInfo.environment["DRIVER_THREAD"] != nil else { return }
    Thread.detachNewThread {
      while true { pause() }
    }
  }
}
