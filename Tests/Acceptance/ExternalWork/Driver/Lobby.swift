import Composable
import MachoKit

/// A feature with shared values in the places where they are hard to assign.
struct Lobby: Reducer {
  /// A state with a shared value, in the case of an enum.
  struct Room: Equatable, Sendable {
    @Composable.Shared var guests: Int
    var visits = 0
  }

  enum Place: Equatable, Sendable {
    case hall
    case room(Room)
    case desk(number: Composable.Shared<Int>)
  }

  struct State: Equatable {
    @Composable.Shared(.inMemory("guests")) var guests = 0
    @Composable.Shared(.inMemory("names")) var names: IdentifiedArrayOf<Name> = []
    var place = Place.hall
    var open: Composable.Shared<Int>?
    var counters: [Composable.Shared<Int>] = []
    /// What stands at the door.
    var notice = Notice(0)
    var board = Board("Lobby", lines: Lines(first: 1, rest: []))
    var log: [Int] = []

    var hasGuests: Bool { guests > 0 }
  }

  struct Name: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var text: String
  }

  /// A value whose type only the initializer's caller knows.
  struct Notice: Equatable, Sendable {
    var content: any Sendable & Hashable
    var length: any FixedWidthInteger & Sendable

    init(_ length: Int) {
      content = "empty"
      self.length = length
    }

    init(content: any Sendable & Hashable, length: any FixedWidthInteger & Sendable) {
      self.content = content
      self.length = length
    }

    static func == (left: Self, right: Self) -> Bool {
      AnyHashable(left.content) == AnyHashable(right.content)
        && AnyHashable(left.length) == AnyHashable(right.length)
    }
  }

  /// A value whose initializer has a parameter without a label, and one of an existential type.
  struct Board: Equatable, Sendable {
    var title: String
    var lines: Lines<Int>
    var owner: any Sendable & Hashable

    init(_ title: String, lines: Lines<Int>, owner: any Sendable & Hashable = "nobody") {
      self.title = title
      self.lines = lines
      self.owner = owner
    }

    static func == (left: Self, right: Self) -> Bool {
      left.title == right.title && left.lines == right.lines
        && AnyHashable(left.owner) == AnyHashable(right.owner)
    }
  }

  /// A generic value with an initializer of its own.
  struct Lines<Element: Equatable & Sendable>: Equatable, Sendable {
    var all: [Element]

    init(first: Element, rest: [Element]) { all = [first] + rest }

    init(all: [Element]) { self.all = all }
  }

  enum Action: Equatable {
    case roomTapped
    case deskTapped
    case opened
    case added(Int)
    case entered
    case named(String)
    case renamed(String)
    case left
    case noticed(Int)
    case posted(Board)
    /// An effect sends two actions at once.
    case chain
    /// Two effects send an action before the next one runs.
    case sendChain
    case mixedChain
    case first
    case second
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .roomTapped: state.place = .room(Room(guests: state.$guests))
      case .deskTapped: state.place = .desk(number: state.$guests)
      case .opened:
        state.open = state.$guests
        state.counters = [state.$guests, Composable.Shared(value: 7)]
      case .added(let number): state.$guests.withLock { $0 += number }
      case .entered:
        guard case .room(var room) = state.place else { break }
        room.$guests.withLock { $0 += 1 }
        room.visits += 1
        state.place = .room(room)
      case .named(let text):
        state.$names.withLock { names in _ = names.append(Name(id: names.count, text: text)) }
      case .renamed(let text): state.$names.withLock { $0[id: 0]?.text = text }
      case .left: state.$names.withLock { names in _ = names.remove(id: 1) }
      case .posted(let board): state.board = board
      case .noticed(let length): state.notice = Notice(content: length, length: UInt8(length))
      case .chain:
        return .run { send in
          await send(.first)
          await send(.second)
        }
      case .sendChain: return .concatenate(.send(.first), .send(.second))
      case .mixedChain:
        return .run { [guests = state.$guests] send in
          guests.withLock { $0 += 100 }
          await send(.first)
          guests.withLock { $0 += 100 }
          await send(.second)
        }
      case .first:
        state.$guests.withLock { $0 += 1 }
        state.log.append(state.guests)
      case .second:
        state.$guests.withLock { $0 += 10 }
        state.log.append(state.guests)
      }
      return .none
    }
  }

  static let feature = Feature(
    "lobby", "Shared values in cases, Optionals and collections.", start: State()
  ) { Lobby() }
}
