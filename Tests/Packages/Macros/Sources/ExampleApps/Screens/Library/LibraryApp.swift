import ComposableArchitecture

/// A lending library: the desk for a reader who is outside, the shelves for one who is inside.
@Reducer
package struct LibraryApp {
  @ObservableState
  package enum State: Equatable {
    case outside(CardDesk.State)
    case inside(Shelves.State)

    package init() { self = .outside(CardDesk.State()) }
  }

  package enum Action {
    case inside(Shelves.Action)
    case outside(CardDesk.Action)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .outside(.delegate(.admitted(let reader))):
        state = .inside(Shelves.State(reader: reader))
        return .send(.inside(.appeared))

      case .inside(.delegate(.left)):
        // This also ends the requests of the shelves.
        state = .outside(CardDesk.State())
        return .none

      case .inside, .outside:
        return .none
      }
    }
    .ifCaseLet(\.outside, action: \.outside) { CardDesk() }
    .ifCaseLet(\.inside, action: \.inside) { Shelves() }
  }
}
