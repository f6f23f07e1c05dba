import Animations
import ComposableArchitecture
import SwiftUI
import os

private let logger = Logger(subsystem: "shop", category: "filter")

/// A reducer beside views.
@Reducer
struct OrderFilter {
  @ObservableState
  struct State: Equatable { var text = "" }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case cleared
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .cleared = action {
        logger.info("cleared \(state.text, privacy: .public)")
        state.text = ""
      }
      return .none
    }
  }
}

struct OrdersView: View {
  let store: StoreOf<OrdersFeature>

  var body: some View {
    List(store.orders) { order in
      Button(order.title) { store.send(.orderTapped(id: order.id)) }
    }
    .onAppear { store.send(.appeared) }
    .animated(by: .wave)
  }
}

extension OrdersView {
  static let title = "Orders"

  var header: some View { Text(Self.title).font(.title) }
}

extension View {
  fileprivate func framed() -> some View { padding().border(.secondary) }
}

private func footer(_ view: OrdersView) -> String { OrdersView.title }

#Preview {
  OrdersView(store: Store(initialState: OrdersFeature.State()) { OrdersFeature() }).framed()
}
