import ComposableArchitecture
import OrdersClient
import SwiftUI

@Reducer
public struct OrdersFeature {
  @ObservableState
  public struct State: Equatable {
    public var orders: IdentifiedArrayOf<Order> = []
    public var isLoading = false
    @Presents public var detail: OrderDetail.State?

    public init() {}
  }

  public enum Action {
    case appeared
    case loaded([Order])
    case orderTapped(id: Order.ID)
    case moved(IndexSet, Int)
    case detail(PresentationAction<OrderDetail.Action>)
  }

  @Dependency(\.ordersClient) var client
  @Dependency(Haptics.self) var haptics

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.isLoading = true
        return .run { [client] send in await send(.loaded(try await client.list(page: 1))) }
      case .loaded(let orders):
        state.isLoading = false
        state.orders = IdentifiedArray(uniqueElements: orders)
        return .none
      case .orderTapped(let id):
        state.detail = state.orders[id: id].map { OrderDetail.State(order: $0) }
        return .run { [haptics] _ in await haptics.tap() }
      case .moved(let source, let destination):
        state.orders.move(fromOffsets: source, toOffset: destination)
        return .none
      case .detail:
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) { OrderDetail() }
  }
}

@Reducer
public struct OrderDetail {
  @ObservableState
  public struct State: Equatable {
    public var order: Order
    public var size = Size.small
  }

  public enum Size: Sendable { case small, large }

  public enum Action { case submitTapped, submitted }

  @Dependency(\.ordersClient) var client

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .submitTapped:
        return .run { [client, order = state.order] send in
          try await client.submit(order)
          await send(.submitted)
        }
      case .submitted:
        return .none
      }
    }
  }
}
