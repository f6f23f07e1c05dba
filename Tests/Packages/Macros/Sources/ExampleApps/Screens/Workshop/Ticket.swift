import ComposableArchitecture
import Foundation

/// A form for a bicycle that a customer brings in. It has a field of each kind.
@Reducer
package struct Ticket {
  @ObservableState
  package struct State: Equatable {
    var battery: Battery.State?
    var brakes = Brakes.rim
    var colour: Color?
    var customer = Customer()
    var deposit: Decimal = 20
    var focus: Field?
    var frameSize = 54
    var isElectric = false
    var notes: String?
    var pickUp: Date
    var pressure = 4.5
    var services: Set<Service> = []

    package enum Brakes: String, CaseIterable, Sendable { case coaster, disc, rim }
    package enum Field: Hashable, Sendable { case name, services }
    package enum Service: CaseIterable, Hashable, Sendable { case chain, tyres, wash }

    package struct Customer: Equatable, Sendable {
      var name = ""
      var phones: [String] = []
    }
  }

  package enum Action: BindableAction {
    case battery(Battery.Action)
    case binding(BindingAction<State>)
    case cancelTapped
    case delegate(Delegate)
    case doneTapped

    @CasePathable
    package enum Delegate { case accepted(State) }
  }

  @Dependency(\.date.now) private var now
  @Dependency(\.dismiss) private var dismiss

  package var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.isElectric) { _, isElectric in
        Reduce { state, _ in
          state.battery = isElectric ? Battery.State() : nil
          state.deposit = isElectric ? 80 : 20
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .binding(\.pickUp):
        state.pickUp = max(state.pickUp, now)
        return .none

      case .binding(\.frameSize), .binding(\.pressure):
        state.frameSize = min(max(44, state.frameSize), 64)
        state.pressure = min(max(1, state.pressure), 8)
        return .none

      case .doneTapped:
        state.focus =
          state.customer.name.isEmpty ? .name : state.services.isEmpty ? .services : nil
        guard state.focus == nil else { return .none }
        return .run { [ticket = state] send in
          await send(.delegate(.accepted(ticket)))
          await dismiss()
        }

      case .cancelTapped:
        return .run { _ in await dismiss() }

      case .battery, .binding, .delegate:
        return .none
      }
    }
    .ifLet(\.battery, action: \.battery) { Battery() }
  }
}

/// The part of the form that only bicycles with a motor have.
@Reducer
package struct Battery {
  @ObservableState
  package struct State: Equatable {
    var charge = 0.5
    var hasKey = false
  }

  package enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  package var body: some ReducerOf<Self> { BindingReducer() }
}
