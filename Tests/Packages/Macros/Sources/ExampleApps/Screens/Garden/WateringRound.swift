import ComposableArchitecture
import Foundation

/// A round with the hose from bed to bed. It ends by itself and adds a watering to the plot.
@Reducer
package struct WateringRound {
  @ObservableState
  package struct State: Equatable {
    @Shared var plot: Plot
    /// The number of planted beds that have had enough water.
    var done = 0
    var elapsed: Duration = .zero
    var litres = 0.0
    @Presents var alert: AlertState<Action.Alert>?

    /// The crop that gets water now. `nil`: the round is over.
    var crop: Crop? {
      plot.planted.dropFirst(done).first.flatMap { plot.beds[$0] }
    }
  }

  package enum Action {
    case alert(PresentationAction<Alert>)
    case endTapped
    case gushed(litres: Double)
    case leaked(any Error)
    case skipTapped
    case task
    case tick

    @CasePathable
    package enum Alert { case discard, note }
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date.now) private var now
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.locale) private var locale
  @Dependency(\.uuid) private var uuid
  @Dependency(\.valve) private var valve

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task:
        return .run { send in
          await withTaskGroup(of: Void.self) { group in
            group.addTask { await reportGushes(to: send) }
            group.addTask {
              for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
            }
          }
        }

      case .tick:
        guard state.alert == nil, let crop = state.crop else { return .none }
        state.elapsed += .seconds(1)
        guard state.elapsed >= crop.thirst else { return .none }
        return startNextBed(&state)

      case .skipTapped:
        guard state.crop != nil else { return .none }
        return startNextBed(&state)

      case .gushed(let litres):
        state.litres += litres
        return .none

      case .leaked(let error):
        state.alert = AlertState {
          TextState("The hose leaks")
        } actions: {
          ButtonState(role: .destructive, action: .discard) { TextState("Go home") }
          ButtonState(role: .cancel) { TextState("Go on") }
        } message: {
          TextState(String(describing: error))
        }
        return .none

      case .endTapped:
        state.alert = AlertState {
          TextState("End the round?")
        } actions: {
          ButtonState(action: .note) { TextState("Note it") }
          ButtonState(role: .destructive, action: .discard) { TextState("Forget it") }
          ButtonState(role: .cancel) { TextState("Go on") }
        } message: { [litres = state.litres] in
          TextState("\(litres.formatted(.number.locale(locale))) litres so far")
        }
        return .none

      case .alert(.presented(.discard)):
        return .run { _ in await dismiss() }

      case .alert(.presented(.note)):
        return finish(&state, note: "ended early")

      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func reportGushes(to send: Send<Action>) async {
    do {
      for try await litres in valve.open() { await send(.gushed(litres: litres)) }
    } catch {
      await send(.leaked(error))
    }
  }

  private func startNextBed(_ state: inout State) -> Effect<Action> {
    state.done += 1
    state.elapsed = .zero
    return state.crop == nil ? finish(&state, note: "") : .none
  }

  private func finish(_ state: inout State, note: String) -> Effect<Action> {
    let watering = Watering(id: uuid(), day: now, litres: state.litres, note: note)
    state.$plot.withLock { _ = $0.waterings.insert(watering, at: 0) }
    return .run { _ in await dismiss() }
  }
}
