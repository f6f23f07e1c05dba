import Foundation

/// A thread that never exits, started during registration. `DRIVER_THREAD` names what it does.
enum BackgroundThread {
  static func startIfRequested() {
    switch ProcessInfo.processInfo.environment["DRIVER_THREAD"] {
    case nil, "": break
    case "worker": _ = Worker.started
    case "busy":
      Thread.detachNewThread {
        var number = 0
        var types = TypeMaker(String.self)
        while true {
          for _ in 0..<10_000 { number &+= 1 }
          if number < 1_000_000_000 { types.make(1) }
          usleep(10)
        }
      }
    default:
      Thread.detachNewThread {
        while true { pause() }
      }
    }
  }
}
