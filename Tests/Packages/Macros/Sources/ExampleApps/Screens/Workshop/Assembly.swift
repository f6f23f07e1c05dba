import ComposableArchitecture
import Foundation

/// A part of a bicycle that consists of other parts: a bill of materials.
@Reducer
package struct Assembly {
  @ObservableState
  package struct State: Equatable, Identifiable {
    package let id: UUID
    var name = ""
    var quantity = 1
    var parts: IdentifiedArrayOf<State> = []

    package init(id: UUID) { self.id = id }

    /// The number of pieces without parts of their own.
    package var pieces: Int {
      quantity * (parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.pieces })
    }
  }

  package indirect enum Action {
    case addTapped
    case parts(IdentifiedActionOf<Assembly>)
    case quantityChanged(Int)
    case removeTapped
    case renamed(String)
  }

  @Dependency(\.uuid) private var uuid

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.parts.append(State(id: uuid()))
      case .parts(.element(let id, .removeTapped)):
        state.parts.remove(id: id)
      case .quantityChanged(let quantity):
        state.quantity = min(max(1, quantity), 99)
      case .renamed(let name):
        state.name = name
      case .parts, .removeTapped:
        break
      }
      return .none
    }
    .forEach(\.parts, action: \.parts) { Assembly() }
  }
}
