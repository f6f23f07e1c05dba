import Foundation

/// A thread that stays, begun while features are registered, where `HOPS_THREAD` is set.
enum BackgroundThread {
  static func startIfRequested() {
    guard ProcessInfo.processInfo.environment["HOPS_THREAD"] != nil else { return }
    Thread.detachNewThread {
      while true { pause() }
    }
  }
}
