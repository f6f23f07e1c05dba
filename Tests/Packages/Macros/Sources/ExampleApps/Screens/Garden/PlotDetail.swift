import ComposableArchitecture
import Foundation

/// A plot with its waterings. It edits and deletes the plot, and asks its parent for other screens.
@Reducer
package struct PlotDetail {
  @ObservableState
  package struct State: Equatable {
    @Shared var plot: Plot
    @Presents var destination: Destination.State?
  }

  package enum Action {
    case delegate(Delegate)
    case deleteTapped
    case destination(PresentationAction<Destination.Action>)
    case editTapped
    case forgetWaterings(IndexSet)
    case saveTapped
    case waterTapped
    case wateringTapped(Watering.ID)

    @CasePathable
    package enum Delegate {
      case showWatering(Watering)
      case startRound(Shared<Plot>)
    }
  }

  @Reducer
  package enum Destination {
    case alert(AlertState<Alert>)
    case edit(PlotForm)

    @CasePathable
    package enum Alert { case confirmDeletion, openSettings, waterByHand }
  }

  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.openSettings) private var openSettings
  @Dependency(\.valve) private var valve

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editTapped:
        state.destination = .edit(PlotForm.State(plot: state.plot))
        return .none

      case .saveTapped:
        guard let edited = state.destination?.edit?.plot else { return .none }
        state.$plot.withLock { $0 = edited }
        state.destination = nil
        return .none

      case .deleteTapped:
        state.destination = .alert(.deletion(of: state.plot))
        return .none

      case .waterTapped where valve.isUnlocked():
        return .send(.delegate(.startRound(state.$plot)))

      case .waterTapped:
        state.destination = .alert(.locked)
        return .none

      case .destination(.presented(.alert(let choice))):
        switch choice {
        case .confirmDeletion:
          @Shared(.plots) var plots
          $plots.withLock { [id = state.plot.id] in _ = $0.remove(id: id) }
          return .run { _ in await dismiss() }
        case .openSettings:
          return .run { _ in await openSettings() }
        case .waterByHand:
          return .send(.delegate(.startRound(state.$plot)))
        }

      case .wateringTapped(let id):
        guard let watering = state.plot.waterings[id: id] else { return .none }
        return .send(.delegate(.showWatering(watering)))

      case .forgetWaterings(let offsets):
        state.$plot.waterings.withLock { waterings in
          waterings.remove(atOffsets: offsets.filteredIndexSet { waterings.indices.contains($0) })
        }
        return .none

      case .delegate, .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension PlotDetail.Destination.State: Equatable {}

extension AlertState<PlotDetail.Destination.Alert> {
  /// An alert that asks whether to give up a plot.
  static func deletion(of plot: Plot) -> Self {
    Self {
      TextState("Give up \(plot.name)?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Give up") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
  }

  /// An alert that offers what one can do without the valve.
  static var locked: Self {
    Self {
      TextState("The valve is locked")
    } actions: {
      ButtonState(action: .waterByHand) { TextState("Use a can") }
      ButtonState(action: .openSettings) { TextState("Settings") }
      ButtonState(role: .cancel) { TextState("Not today") }
    } message: {
      TextState("Unlock it in the settings, or water by hand.")
    }
  }
}
