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
      }
      return .none
    }
  }
}

/// Ends far beyond any stack, and works with what the call gives back so that it is no loop.
private func depth(_ number: Int) -> Int {
  number == .min ? 0 : (depth(number &+ 1) &* 31) ^ number
}
