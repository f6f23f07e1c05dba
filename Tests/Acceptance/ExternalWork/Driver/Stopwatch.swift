import Composable

/// A feature with the case key paths that the macro `@CasePathable` generates. Macros would link
/// swift-syntax, so the conformance is written by hand.
struct Stopwatch: Reducer {
  struct State: Equatable {
    var ticks = 0
    var laps: [Int] = []
    var problem: String?
  }

  /// An error whose type only the feature knows.
  enum Failure: Error, Equatable {
    case full
    case busy(laps: Int)
  }

  /// An enum without case key paths.
  enum Lap: Equatable, Sendable {
    case first
    case later(Int)
  }

  enum Action: Sendable {
    case started
    case holdTick
    case lap(Lap)
    case saved(Result<Int, any Error>)
    case logged(Int, note: String)
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.holdTick)
          await send(.lap(.later(2)))
          await send(.saved(.success(3)))
          await send(.logged(4, note: "end"))
          await send(.saved(.failure(Failure.busy(laps: 2))))
        }
      case .holdTick: state.ticks += 1
      case .lap(.first): state.laps = [1]
      case .lap(.later(let number)): state.laps.append(number)
      case .saved(.success(let number)): state.laps.append(number)
      case .saved(.failure(let error)):
        guard case Failure.busy(let laps) = error else { break }
        state.problem = "\(laps) laps"
      case .logged(let number, let note): state.problem = "\(number) \(note)"
      }
      return .none
    }
  }
}

extension Stopwatch.Action: CasePathable {
  struct AllCasePaths: CasePathReflectable, Sendable {
    var started: AnyCasePath<Stopwatch.Action, Void> { AnyCasePath(.started) }
    var holdTick: AnyCasePath<Stopwatch.Action, Void> { AnyCasePath(.holdTick) }
    var lap: AnyCasePath<Stopwatch.Action, Stopwatch.Lap> { AnyCasePath(Stopwatch.Action.lap) }
    var saved: AnyCasePath<Stopwatch.Action, Result<Int, any Error>> {
      AnyCasePath(Stopwatch.Action.saved)
    }
    var logged: AnyCasePath<Stopwatch.Action, (Int, note: String)> {
      AnyCasePath(
        embed: { .logged($0.0, note: $0.note) },
        extract: { if case .logged(let number, let note) = $0 { (number, note) } else { nil } })
    }

    subscript(root: Stopwatch.Action) -> PartialCaseKeyPath<Stopwatch.Action> {
      switch root {
      case .started: \.started
      case .holdTick: \.holdTick
      case .lap: \.lap
      case .saved: \.saved
      case .logged: \.logged
      }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
