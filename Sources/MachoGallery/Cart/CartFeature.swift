import Composable
import MachoAdapters

/// A shopping cart with a defect that 'macho explore' finds: a coupon requires four items, but is
/// kept when one of them is removed.
struct CartFeature: Reducer {
  struct State: Equatable {
    var items = 0
    var hasCoupon = false

    /// The price of all items less the coupon.
    var total: Int { items * Self.price - (hasCoupon ? Self.discount : 0) }

    static let price = 10
    static let discount = 35
    static let itemsForCoupon = 4
  }

  enum Action {
    case addButtonTapped
    case removeButtonTapped
    case couponButtonTapped
    case clearButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped: state.items += 1
      case .removeButtonTapped:
        // The defect: the coupon is not checked again.
        state.items = max(0, state.items - 1)
      case .couponButtonTapped:
        guard state.items >= State.itemsForCoupon else { break }
        state.hasCoupon = true
      case .clearButtonTapped: state = State()
      }
      return .none
    }
  }
}

extension Gallery {
  static let cart = Feature(
    "cart", "A shopping cart with a planted defect, for 'macho explore'.",
    start: CartFeature.State(),
    computed: [Computed("total", \.total)]
  ) {
    CartFeature()
  }
}
