import Composable
import Foundation
import MachoKit

/// A feature whose values and names are hard to print and to read.
struct Hostile: Reducer {
  /// The cases of an Optional.
  enum Choice: Equatable, Sendable {
    case none
    case some(Int)
  }

  struct `Raw Row`: Equatable, Identifiable, Sendable {
    let id: Int
    var `my name`: String
  }

  struct State: Equatable {
    var text = ""
    var data = Data()
    var date = Date.distantPast
    var amount = Decimal(0)
    var choice: Choice?
    var link: URL?
    var period: ClosedRange<Date>?
    var tags: Set<Data> = []
    var `my name` = ""
    var `2x`: [`Raw Row`] = []
    var mode = Mode.`not yet`
  }

  enum Mode: Equatable, Sendable { case `not yet`, `404`, running }

  enum Action {
    case text(String)
    case data(Data)
    case date(Date)
    case amount(Decimal)
    case choice(Choice?)
    case link(URL?)
    case period(ClosedRange<Date>?)
    case tags(Set<Data>)
    case `set name`(`to it`: String)
    case `add row`(`Raw Row`)
    case `404`
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .text(let text): state.text = text
      case .data(let data): state.data = data
      case .date(let date): state.date = date
      case .amount(let amount): state.amount = amount
      case .choice(let choice): state.choice = choice
      case .link(let link): state.link = link
      case .period(let period): state.period = period
      case .tags(let tags): state.tags = tags
      case .`set name`(let name): state.`my name` = name
      case .`add row`(let row): state.`2x`.append(row)
      case .`404`: state.mode = .`404`
      }
      return .none
    }
  }

  static let feature = Feature(
    "hostile", "Values and names that are hard to print and to read.", start: State()
  ) {
    Hostile()
  }
}
