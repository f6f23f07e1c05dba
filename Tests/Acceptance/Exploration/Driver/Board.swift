import Composable
import MachoArchitectures

/// The planted defects. Each has a known shortest counterexample.
enum Defect: String, CaseIterable, Sendable {
  /// Three steps: plus, plus, check.
  case trap
  /// Two steps: toggle, minus.
  case invariant
  /// Four steps: two additions read the same total, and both answers arrive.
  case lostUpdate = "lost-update"
  /// Two steps: toggle, loop.
  case endless
  /// Three steps: select two items, and the response of the first arrives.
  case stale
  /// Three steps: start, stop, and time passes.
  case forgotten
  /// One step: refresh, if its two responses come in the other order.
  case order
}

/// An item that can be selected.
enum Item: String, Sendable {
  case apple, pear
}

/// A user input.
enum Tap: Equatable, Sendable {
  case plus, minus, check, toggle, add, start, stop, loop, refresh
  case select(Item)
}

/// An input, or what work reports.
enum Message: Action, Equatable {
  case tap(Tap)
  case loaded(Item, Int)
  case added(Int)
  case fetched(Int)
  case ticked
  case looped
}

/// Work that a message starts.
enum Job: Equatable, Sendable {
  case load(Item)
  case add(to: Int)
  case fetch(Int)
  case startTimer, stopTimer, loop
}

/// The state, with the logic that all architectures share.
struct Board: Equatable, Sendable {
  var count = 0
  var isOn = false
  var selection: Item?
  var shown: Item?
  var requested = 0
  var total = 0
  var pending = 0
  var asked = 0
  var latest = 0
  var isRunning = false
  var hasLateTick = false

  /// Whether no defect is visible.
  var isSound: Bool {
    count >= 0 && !hasLateTick && (shown == nil || shown == selection)
      && (pending > 0 || total == requested) && latest == asked
  }

  /// Applies a message, with one defect. Returns the work that it starts.
  mutating func apply(_ message: Message, _ defect: Defect) -> [Job] {
    switch message {
    case .tap(let tap): return apply(tap, defect)
    case .loaded(let item, _):
      if item == selection || defect == .stale { shown = item }
    case .added(let old):
      total = defect == .lostUpdate ? old + 1 : total + 1
      pending -= 1
    case .fetched(let number): if number > latest || defect == .order { latest = number }
    case .ticked: if !isRunning { hasLateTick = true }
    case .looped: return defect == .endless && isOn ? [.loop] : []
    }
    return []
  }

  private mutating func apply(_ tap: Tap, _ defect: Defect) -> [Job] {
    switch tap {
    case .plus: count += 1
    case .minus: if count > 0 || defect == .invariant && isOn { count -= 1 }
    case .check: if defect == .trap { precondition(count != 2, "the count is 2") }
    case .toggle: isOn.toggle()
    case .add:
      requested += 1
      pending += 1
      return [.add(to: total)]
    case .refresh:
      asked += 2
      return [.fetch(asked - 1), .fetch(asked)]
    case .start:
      isRunning = true
      return [.startTimer]
    case .stop:
      isRunning = false
      return defect == .forgotten ? [] : [.stopTimer]
    case .loop: return defect == .endless && isOn ? [.loop] : []
    case .select(let item):
      selection = item
      shown = nil
      return [.load(item)]
    }
    return []
  }
}

/// The service of the board.
struct BoardService: Sendable {
  var load: @Sendable (_ item: Item) async throws -> Int
  var add: @Sendable (_ total: Int) async throws -> Void
}

extension BoardService: DependencyKey {
  static let liveValue = BoardService { _ in
    0
  } add: { _ in
  }
  static let testValue = liveValue
}

extension DependencyValues {
  var board: BoardService {
    get { self[BoardService.self] }
    set { self[BoardService.self] = newValue }
  }
}
