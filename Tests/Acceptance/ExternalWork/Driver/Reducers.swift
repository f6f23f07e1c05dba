import Composable
import Foundation
import MachoKit

/// Reducers that hand work to other threads, and wait for it or do not.
struct Reducers: Reducer {
  struct State: Equatable {
    var marks: [Int] = []
  }

  enum Action: Equatable {
    case sleep, wait, synchronize, compute
  }

  static let feature = Feature("reducers", "Reducers that use threads.", start: State()) {
    Reducers()
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let mark = Mark()
      switch action {
      case .sleep:
        Thread.detachNewThread { mark.set() }
        usleep(1_000)
      case .wait:
        let semaphore = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          mark.set()
          semaphore.signal()
        }
        semaphore.wait()
      case .synchronize:
        let queue = DispatchQueue(label: "reducer")
        queue.async { mark.set() }
        queue.sync {}
      case .compute:
        Thread.detachNewThread { mark.set() }
        compute(milliseconds: 300)
      }
      state.marks.append(mark.value)
      return .none
    }
  }
}
