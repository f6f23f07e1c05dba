import Composable
import MachoKit

/// States that nest as deeply as an action says.
struct DeepChain: Reducer {
  indirect enum Chain: Equatable, Sendable {
    case end(Int)
    case link(Chain)
  }
  struct State: Equatable {
    var count = 0
    var chain = Chain.end(0)
  }
  enum Action: Equatable {
    case grow(Int)
    case change(Int)
    case count
    case set(Chain)
  }

  static let feature = Feature("deep-chain", "A state that nests deeply.", start: State()) {
    DeepChain()
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .grow(let depth):
        for _ in 0..<max(0, min(depth, 20_000)) { state.chain = .link(state.chain) }
      case .change(let number):
        var depth = 0
        var chain = state.chain
        while case .link(let inner) = chain {
          depth += 1
          chain = inner
        }
        chain = .end(number)
        for _ in 0..<depth { chain = .link(chain) }
        state.chain = chain
      case .count: state.count += 1
      case .set(let chain): state.chain = chain
      }
      return .none
    }
  }
}

struct DeepList: Reducer {
  final class Node: @unchecked Sendable {
    var value = 0
    var next: Node?
    init(next: Node?) { self.next = next }
    deinit {
      // Without recursion.
      var node = next
      next = nil
      while let current = node, isKnownUniquelyReferenced(&node) {
        node = current.next
        current.next = nil
      }
    }
  }
  struct State {
    var count = 0
    var first: Node?
  }
  enum Action: Equatable {
    case grow(Int)
    case change(Int)
    case count
  }

  static let feature = Feature("deep-list", "A state that nests deeply.", start: State()) {
    DeepList()
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .grow(let depth):
        for _ in 0..<max(0, min(depth, 20_000)) { state.first = Node(next: state.first) }
      case .change(let number):
        var node = state.first
        while let next = node?.next { node = next }
        node?.value = number
      case .count: state.count += 1
      }
      return .none
    }
  }
}
