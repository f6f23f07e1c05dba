import Composable
import Foundation

/// Reducers that end or disturb their process, each in its own way.
struct Traps: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case increment
    case unwrapNil
    case loopForEver
    case exit(status: Int32)
    case exitImmediately(status: Int32)
    case flood(lines: Int)
    case overflowStack
    /// Writes to descriptor 1 directly.
    case write(megabytes: Int)
    /// Starts a process that outlives this one and keeps its descriptors.
    case leaveProcess
    case closeDescriptors
    case abort
    /// Starts an effect that sends the same action.
    case sendAgain
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
      case .unwrapNil:
        state.count = Int(String(repeating: "x", count: state.count))!
      case .loopForEver:
        while state.count >= 0 { state.count = (state.count + 1) % 1000 }
      case .exit(let status):
        exit(status)
      case .flood(let lines):
        for number in 0..<lines { print("line \(number) of a feature") }
        state.count += lines
      case .overflowStack:
        state.count = depth(state.count)
      case .write(let megabytes):
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<megabytes { _ = Foundation.write(1, chunk, chunk.count) }
        state.count += megabytes
      case .leaveProcess:
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sleep")
        process.arguments = ["30"]
        // A process that cannot be started cannot outlive this one.
        try? process.run()
        state.count += 1
      case .closeDescriptors:
        for descriptor in 0..<Int32(256) { close(descriptor) }
        state.count += 1
      case .abort:
        Foundation.abort()
      case .sendAgain:
        return .send(.sendAgain)
      case .exitImmediately(let status):
        // Without the handlers of `atexit`.
        _exit(status)
      }
      return .none
    }
  }

  /// No action reads it.
  @Dependency(\.date.now) var now
}

/// Overflows any stack. Uses the result of the recursive call to prevent tail-call optimization.
private func depth(_ number: Int) -> Int {
  number == .min ? 0 : (depth(number &+ 1) &* 31) ^ number
}
