import Foundation

/// A thread that stays, begun while features are registered, where `HOPS_THREAD` is set.
enum Companion {
  static func beginIfAsked() {
    guard ProcessInfo.processInfo.environment["HOPS_THREAD"] != nil else { return }
    Thread.detachNewThread {
      while true { pause() }
    }
  }
}
