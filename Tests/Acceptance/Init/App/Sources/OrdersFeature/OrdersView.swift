import ComposableArchitecture
import SwiftUI

struct OrdersView: View {
  let store: StoreOf<OrdersFeature>

  var body: some View {
    List(store.orders) { order in
      Button(order.title) { store.send(.orderTapped(id: order.id)) }
    }
    .onAppear { store.send(.appeared) }
  }
}
