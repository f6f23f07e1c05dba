import ComposableArchitecture
import Foundation

/// An allotment: a list of plots, and a stack of screens above it.
@Reducer
package struct GardenApp {
  @ObservableState
  package struct State: Equatable {
    var list = PlotList.State()
    var path = StackState<Path.State>()

    package init() {}
  }

  package enum Action {
    case homeTapped
    case list(PlotList.Action)
    case path(StackActionOf<Path>)
  }

  @Reducer
  package enum Path {
    case plot(PlotDetail)
    case round(WateringRound)
    @ReducerCaseIgnored case watering(Watering)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { PlotList() }
    Reduce { state, action in
      switch action {
      case .homeTapped:
        state.path.removeAll()
        return .none

      case .list(.plotTapped(let id)):
        guard let plot = Shared(state.list.$plots[id: id]) else { return .none }
        state.path.append(.plot(PlotDetail.State(plot: plot)))
        return .none

      case .path(.element(_, .plot(.delegate(let request)))):
        switch request {
        case .showWatering(let watering): state.path.append(.watering(watering))
        case .startRound(let plot): state.path.append(.round(WateringRound.State(plot: plot)))
        }
        return .none

      case .list, .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension GardenApp.Path.State: Equatable {}

/// The plots of the allotment.
@Reducer
package struct PlotList {
  @ObservableState
  package struct State: Equatable {
    @Shared(.plots) var plots
    @Presents var form: PlotForm.State?
  }

  package enum Action {
    case addTapped
    case cancelTapped
    case form(PresentationAction<PlotForm.Action>)
    case plotTapped(Plot.ID)
    case removed(IndexSet)
    case saveTapped
  }

  @Dependency(\.uuid) private var uuid

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.form = PlotForm.State(plot: Plot(id: uuid()))
        return .none
      case .cancelTapped:
        state.form = nil
        return .none
      case .saveTapped:
        guard var plot = state.form?.plot else { return .none }
        if plot.name.isEmpty { plot.name = "Plot \(state.plots.count + 1)" }
        state.$plots.withLock { _ = $0.append(plot) }
        state.form = nil
        return .none
      case .removed(let offsets):
        state.$plots.withLock { plots in
          plots.remove(atOffsets: offsets.filteredIndexSet { plots.indices.contains($0) })
        }
        return .none
      case .form, .plotTapped:
        return .none
      }
    }
    .ifLet(\.$form, action: \.form) { PlotForm() }
  }
}
