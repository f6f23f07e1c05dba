import Foundation

@testable import Composable

struct Plant: Equatable, Identifiable {
  let id: UUID
  var species: String
}

/// A shelf of plants. Its overlay pots a plant or asks before one is thrown away; a plant that is
/// looked at on the stack can be thrown away too. Written without macros.
struct PlantShelf: Reducer {
  struct State: Equatable {
    var plants: IdentifiedArrayOf<Plant> = []
    @PresentationState var overlay: Overlay.State?
    var screens = StackState<PlantCare.State>()
  }

  enum Action: Equatable {
    case pot
    case throwAway(Plant.ID)
    case look(at: Plant.ID)
    case overlay(PresentationAction<Overlay.Action>)
    case screens(StackAction<PlantCare.State, PlantCare.Action>)
  }

  @Dependency(\.uuid) private var newID

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .pot:
        state.overlay = .potting(Potting.State(plant: Plant(id: newID(), species: "")))
      case .throwAway(let id):
        state.overlay = .question(.throwAway(id, from: "the shelf"))
      case .look(let id):
        if let plant = state.plants[id: id] { state.screens.append(.init(plant: plant)) }
      case .overlay(.presented(.potting(.potted(let plant)))):
        state.plants[id: plant.id] = plant
      case .overlay(.presented(.question(let id))):
        state.plants[id: id] = nil
      case .screens(.element(let screen, .gone)):
        if let care = state.screens[id: screen] { state.plants[id: care.plant.id] = nil }
      case .overlay, .screens:
        break
      }
      return .none
    }
    .ifLet(\.$overlay, action: /Action.overlay) { Overlay() }
    .forEach(\.screens, action: /Action.screens) { PlantCare() }
  }

  /// What covers the shelf: a sheet with a reducer of its own, or an alert without one.
  struct Overlay: Reducer {
    enum State: Equatable {
      case potting(Potting.State)
      case question(AlertState<Plant.ID>)
    }

    enum Action: Equatable {
      case potting(Potting.Action)
      case question(Plant.ID)
    }

    var body: some Reducer<State, Action> {
      Scope(state: /State.potting, action: /Action.potting) { Potting() }
    }
  }
}

extension AlertState where Action: Sendable {
  /// Returns an alert whose only button sends `answer`.
  static func throwAway(_ answer: Action, from place: String) -> Self {
    AlertState {
      TextState("Off \(place)?")
    } actions: {
      ButtonState(role: .destructive, action: answer) { TextState("Compost it") }
    }
  }
}

/// The sheet in which a plant gets its species. Potting reports the plant, then dismisses the sheet.
struct Potting: Reducer {
  struct State: Equatable {
    var plant: Plant
  }

  enum Action: Equatable {
    case species(String)
    case finish
    case giveUp
    case potted(Plant)
  }

  @Dependency(\.dismiss) private var close

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .species(let species):
        state.plant.species = species
        return .none
      case .finish:
        let plant = state.plant
        return .run { send in
          await send(.potted(plant))
          await close()
        }
      case .giveUp:
        return .run { _ in await close() }
      case .potted:
        return .none
      }
    }
  }
}

/// A plant on the stack. After a confirmed question it reports that the plant is gone, and pops
/// itself.
struct PlantCare: Reducer {
  struct State: Equatable {
    let plant: Plant
    @PresentationState var question: AlertState<Compost>?
  }

  enum Compost: Equatable { case compost }

  enum Action: Equatable {
    case throwAway
    case question(PresentationAction<Compost>)
    case gone
  }

  @Dependency(\.dismiss) private var close

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .throwAway:
        state.question = .throwAway(.compost, from: "the sill")
        return .none
      case .question(.presented(.compost)):
        return .run { send in
          await send(.gone)
          await close()
        }
      case .question(.dismiss), .gone:
        return .none
      }
    }
    .ifLet(\.$question, action: /Action.question)
  }
}
