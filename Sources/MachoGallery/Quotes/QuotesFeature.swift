import Composable
import MachoAdapters

/// The price of a selected stock, with a defect that 'macho explore' finds: a late response for the
/// stock that was selected before overwrites the price.
struct QuotesFeature: Reducer {
  enum Symbol: String, Sendable {
    case apple
    case pear
  }

  /// A price with its stock.
  struct Quote: Equatable, Sendable {
    var symbol: Symbol
    var price: Int
  }

  struct State: Equatable {
    var selection: Symbol?
    var quote: Quote?

    /// Whether the price belongs to the selected stock.
    var isConsistent: Bool { quote.map { $0.symbol == selection } ?? true }
  }

  enum Action {
    case symbolTapped(Symbol)
    case quoteResponse(Quote)
  }

  @Dependency(\.quotes) var quotes

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .symbolTapped(let symbol):
        state.selection = symbol
        state.quote = nil
        // The defect: the request for the previous stock is not cancelled.
        return .run { send in
          let price = try await quotes.price(symbol)
          await send(.quoteResponse(Quote(symbol: symbol, price: price)))
        } catch: { _, _ in
        }

      case .quoteResponse(let quote):
        state.quote = quote
        return .none
      }
    }
  }
}

/// A service with prices.
struct Quotes: Sendable {
  var price: @Sendable (_ symbol: QuotesFeature.Symbol) async throws -> Int
}

extension Quotes: DependencyKey {
  // The sample has no real service.
  static let liveValue = previewValue

  static let previewValue = Quotes { $0 == .apple ? 150 : 20 }

  static let testValue = Quotes { _ in throw UnimplementedEndpoint(name: "quotes.price") }
}

extension DependencyValues {
  /// The service with prices.
  var quotes: Quotes {
    get { self[Quotes.self] }
    set { self[Quotes.self] = newValue }
  }
}

extension Gallery {
  static let quotes = Feature(
    "quotes", "The price of a stock with a planted race, for 'macho explore'.",
    start: QuotesFeature.State(),
    stubs: [Stub("quotes.price", \.quotes.price)],
    computed: [Computed("isConsistent", \.isConsistent)]
  ) {
    QuotesFeature()
  }
}
