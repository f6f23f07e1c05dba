import ComposableArchitecture

/// A form with the name of a plot and the crops of its beds. It can present a chooser.
@Reducer
package struct PlotForm {
  @ObservableState
  package struct State: Equatable {
    var plot: Plot
    var focus: Field? = .name
    /// The bed for which a crop is being chosen.
    var bed: Int?
    @Presents var crops: Chooser<Crop>.State?

    package enum Field: Hashable, Sendable { case name, note }
  }

  package enum Action: BindableAction {
    case bedTapped(Int)
    case binding(BindingAction<State>)
    case clearTapped
    case crops(PresentationAction<Chooser<Crop>.Action>)
  }

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .bedTapped(let position):
        guard state.plot.beds.indices.contains(position) else { return .none }
        state.bed = position
        state.focus = nil
        state.crops = Chooser.State(
          title: "Bed \(state.plot.beds.name(of: position))",
          options: IdentifiedArray(uniqueElements: Crop.allCases))
        return .none

      case .crops(.presented(.delegate(.chose(let crop)))):
        guard let bed = state.bed, state.plot.beds.indices.contains(bed) else { return .none }
        state.plot.beds[bed] = crop
        return .none

      case .crops(.dismiss):
        state.bed = nil
        return .none

      case .clearTapped:
        for position in state.plot.planted { state.plot.beds[position] = nil }
        return .none

      case .binding, .crops:
        return .none
      }
    }
    .ifLet(\.$crops, action: \.crops) { Chooser() }
  }
}
