import Composable
import MachoKit

/// A state that refers to objects, which the reducer and an effect change in place.
struct Objects: Reducer {
  /// An object without a value's semantics.
  final class Handle: Equatable, @unchecked Sendable {
    var n = 0
    var names: [String] = []
    var next: Handle?
    weak var owner: Handle?

    static func == (left: Handle, right: Handle) -> Bool { left === right }
  }

  struct State: Equatable {
    var count = 0
    var handle: Handle?
    var others: [Handle] = []
  }

  enum Action: Equatable {
    case open
    case increment
    case name(String)
    /// Makes a cycle of two objects.
    case link
    case add
    case incrementAll
    case incrementLater
    case told
    case nothing
  }

  static let feature = Feature("objects", "A state with objects.", start: State()) { Objects() }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.handle = Handle()
      case .increment: state.handle?.n += 1
      case .name(let name): state.handle?.names.append(name)
      case .link:
        let other = Handle()
        other.next = state.handle
        other.owner = state.handle
        state.handle?.next = other
      case .add: state.others.append(Handle())
      case .incrementAll:
        for other in state.others { other.n += 1 }
        state.count += 1
      case .incrementLater:
        let handle = state.handle
        return .run { send in
          handle?.n += 10
          await send(.told)
        }
      case .told, .nothing: break
      }
      return .none
    }
  }
}
