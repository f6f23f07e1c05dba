import Composable
import MachoAdapters
import MachoLocks

// Small features with one defect each that the board cannot show.

/// Crashes because of the result of a call, while the line that makes the call still runs.
struct CrashInCall: Reducer {
  struct State: Equatable { var value = 0 }
  enum Action {
    case load
    case loaded(Int)
  }

  @Dependency(\.board) var service

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      return .run { [service] send in
        guard let value = try? await service.load(.apple) else { return }
        precondition(value < 100, "the value is too large")
        await send(.loaded(value))
      }
    case .loaded(let value):
      state.value = value
      return .none
    }
  }
}

/// Fails if the second of two sleepers with one deadline wakes first.
struct ClockTie: Reducer {
  struct State: Equatable {
    var last = 0
    var isSound: Bool { last != 1 }
  }
  enum Action {
    case start
    case woke(Int)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start: return .merge((1...2).map(sleep))
    case .woke(let number): state.last = number
    }
    return .none
  }

  private func sleep(_ number: Int) -> Effect<Action> {
    .run { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.woke(number))
    }
  }
}

/// Fails in one of the six orders of three effects.
struct ThreeEffects: Reducer {
  struct State: Equatable {
    var order: [Int] = []
    var isSound: Bool { order != [3, 2, 1] }
  }
  enum Action {
    case start
    case done(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.order = []
      return .merge((1...3).map { number in .run { send in await send(.done(number)) } })
    case .done(let number): state.order.append(number)
    }
    return .none
  }
}

/// Throws an error that no code catches, at the third tap.
struct UncaughtError: Reducer {
  struct Broken: Error {}
  struct State: Equatable { var count = 0 }
  enum Action { case tap, reset }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tap: state.count += 1
    case .reset: state.count = 0
    }
    return state.count == 3 ? .run { _ in throw Broken() } : .none
  }
}

/// Overflows the stack if it is open.
struct EndlessRecursion: Reducer {
  struct State: Equatable { var isOpen = false }
  enum Action { case open, close, descend }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .open: state.isOpen = true
    case .close: state.isOpen = false
    case .descend: if state.isOpen { _ = descend(1) }
    }
    return .none
  }

  private func descend(_ depth: Int) -> Int { depth < 0 ? 0 : depth + descend(depth + 1) }
}

/// Depends on a value that survives the store.
struct GlobalValue: Reducer {
  struct State: Equatable { var number = 0 }
  enum Action { case next, reset }

  private static let last = Lock(0)

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .next:
      state.number = Self.last.withLock {
        $0 += 1
        return $0
      }
    case .reset: state.number = 0
    }
    return .none
  }
}

/// Assumes that the elements of a payload differ.
struct Duplicates: Reducer {
  struct State: Equatable {
    var selection: [Item] = []
    var isSound: Bool { Set(selection).count == selection.count }
  }
  enum Action {
    case select([Item])
    case clear
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .select(let items): state.selection = items
    case .clear: state.selection = []
    }
    return .none
  }
}

/// The features.
/// Runs tens of thousands of jobs while no time passes, but not endlessly.
struct Busy: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case work, done }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .work:
      return .run { send in
        for _ in 0..<20_000 { await Task.yield() }
        await send(.done)
      }
    case .done: state.count = 1
    }
    return .none
  }
}

let oddities: [Feature] = [
  Feature(
    "odd-crash-in-call", start: CrashInCall.State(), stubs: [Stub("board.load", \.board.load)]
  ) { CrashInCall() },
  Feature(
    "odd-clock-tie", start: ClockTie.State(), computed: [Computed("isSound", \.isSound)]
  ) { ClockTie() },
  Feature(
    "odd-three-effects", start: ThreeEffects.State(), computed: [Computed("isSound", \.isSound)]
  ) { ThreeEffects() },
  Feature("odd-uncaught-error", start: UncaughtError.State()) { UncaughtError() },
  Feature("odd-recursion", start: EndlessRecursion.State()) { EndlessRecursion() },
  Feature("busy", start: Busy.State()) { Busy() },
  Feature("odd-global", start: GlobalValue.State()) { GlobalValue() },
  Feature(
    "odd-duplicates", start: Duplicates.State(), computed: [Computed("isSound", \.isSound)]
  ) { Duplicates() },
]
