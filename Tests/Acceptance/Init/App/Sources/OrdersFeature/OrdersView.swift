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

extension OrderFilter {
  struct View: SwiftUI.View {
    @Bindable var store: StoreOf<OrderFilter>

    var body: some SwiftUI.View { TextField("Filter", text: $store.text) }
  }

  @ViewBuilder static func cell(of order: String) -> some SwiftUI.View { Text(order).bold() }
}

final class OrdersController: UIHostingController<OrdersView>, @unchecked Sendable {
  var list: OrdersView { rootView }
}

#if DEBUG
  struct Orders_Previews: PreviewProvider {
    static var previews: some View { Text("Orders").previewLayout(.sizeThatFits) }
  }
#endif

private func footer(_ view: OrdersView) -> String { OrdersView.title }

#Preview {
  OrdersView(store: Store(initialState: OrdersFeature.State()) { OrdersFeature() }).framed()
}
