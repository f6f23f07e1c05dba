import ComposableArchitecture
import Foundation

/// A night at an observatory: values shared by all kinds of keys, with screens and with the station.
@Reducer
package struct Observatory {
  @ObservableState
  package struct State: Equatable {
    var camera: Camera.State
    @Shared(.exposures) var exposures
    @SharedReader(.exposures) var frames
    @Shared(.glassFilter) var glassFilter
    @Shared(.booking(of: "Vera")) var hours = 2
    @Shared(.appStorage("isRedLightOn")) var isRedLightOn = false
    @SharedReader(.seeing) var seeing
    @Shared(.sightings) var sightings
    @Presents var sighting: SightingDetail.State?
    @Presents var warning: AlertState<Never>?

    package init() {
      camera = Camera.State(exposures: Shared(.exposures), filter: Shared(.glassFilter))
    }
  }

  package enum Action: BindableAction {
    case binding(BindingAction<State>)
    case camera(Camera.Action)
    case confirmAllTapped
    case nightEnded
    case noted(String)
    case refreshTapped
    case sighting(PresentationAction<SightingDetail.Action>)
    case sightingTapped(Sighting.ID)
    case warning(PresentationAction<Never>)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.camera, action: \.camera) { Camera() }
    Reduce { state, action in
      switch action {
      case .binding(\.isRedLightOn):
        guard !state.isRedLightOn, state.camera.isExposing else { return .none }
        state.warning = AlertState { TextState("White light spoils the exposure") }
        return .none

      case .noted(let name):
        let id = (state.sightings.ids.max() ?? 0) + 1
        state.$sightings.withLock { _ = $0.append(Sighting(id: id, name: name)) }
        return .none

      case .confirmAllTapped:
        for sighting in state.$sightings.elements {
          sighting.isConfirmed.withLock { $0 = true }
        }
        return .none

      case .sightingTapped(let id):
        guard let sighting = Shared(state.$sightings[id: id]) else { return .none }
        state.sighting = SightingDetail.State(sighting: sighting)
        return .none

      case .sighting(.presented(.retractTapped)):
        guard let id = state.sighting?.sighting.id else { return .none }
        state.sighting = nil
        state.$sightings.withLock { _ = $0.remove(id: id) }
        return .none

      case .refreshTapped:
        return .run { [seeing = state.$seeing] _ in try await seeing.load() }

      case .nightEnded:
        state.$exposures.withLock { $0 = 0 }
        state.$glassFilter.withLock { $0 = .clear }
        state.$isRedLightOn.withLock { $0 = false }
        state.$sightings.withLock { $0.removeAll { !$0.isConfirmed } }
        return .none

      case .binding, .camera, .sighting, .warning:
        return .none
      }
    }
    .ifLet(\.$sighting, action: \.sighting) { SightingDetail() }
    .ifLet(\.$warning, action: \.warning)
  }
}

/// The camera. It gets its shared values from its parent, and changes one in an effect.
@Reducer
package struct Camera {
  @ObservableState
  package struct State: Equatable {
    @Shared var exposures: Int
    @Shared var filter: GlassFilter
    var isExposing = false
  }

  package enum Action {
    case exposeTapped
    case filterTurned
    case shutterClosed
  }

  @Dependency(\.continuousClock) private var clock

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .exposeTapped where !state.isExposing:
        state.isExposing = true
        return .run { [exposures = state.$exposures] send in
          try await clock.sleep(for: .seconds(4))
          exposures.withLock { $0 += 1 }
          try await clock.sleep(for: .seconds(1))
          await send(.shutterClosed)
        }

      case .filterTurned:
        let filters = GlassFilter.allCases
        state.$filter.withLock { filter in
          let next = filters.firstIndex(of: filter).map { ($0 + 1) % filters.count }
          filter = filters[next ?? 0]
        }
        return .none

      case .shutterClosed:
        state.isExposing = false
        return .none

      case .exposeTapped:
        return .none
      }
    }
  }
}

/// A sheet for one sighting: an element of the shared list.
@Reducer
package struct SightingDetail {
  @ObservableState
  package struct State: Equatable {
    @Shared var sighting: Sighting
  }

  package enum Action: BindableAction {
    case binding(BindingAction<State>)
    case confirmTapped
    case retractTapped
  }

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .confirmTapped = action { state.$sighting.isConfirmed.withLock { $0.toggle() } }
      return .none
    }
  }
}
