import Composable
import Foundation

/// Reducers that take their process with them, each in its own way.
struct Traps: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case increment
    case unwrapNil
    case loopForEver
    case exit(status: Int32)
    case flood(lines: Int)
    case overflowStack
    /// Writes to descriptor 1, around every buffer.
    case write(megabytes: Int)
    /// Leaves a process behind that keeps what it inherited.
    case leaveProcess
    case closeDescriptors
    case abort
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
      case .unwrapNil:
        let nothing = Int(String(repeating: "x", count: state.count))
        state.count = nothing!
      case .loopForEver:
        while state.count >= 0 { state.count = (state.count + 1) % 1000 }
      case .exit(let status):
        exit(status)
      case .flood(let lines):
        for number in 0..<lines { print("line \(number) of what a feature says for itself") }
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
        // A process that cannot be started is none that is left behind.
        try? process.run()
        state.count += 1
      case .closeDescriptors:
        for descriptor in 0..<Int32(256) { close(descriptor) }
        state.count += 1
      case .abort:
        Foundation.abort()
      }
      return .none
    }
  }
}

/// Ends far beyond any stack, and works with what the call gives back so that it is no loop.
private func depth(_ number: Int) -> Int {
  number == .min ? 0 : (depth(number &+ 1) &* 31) ^ number
}
