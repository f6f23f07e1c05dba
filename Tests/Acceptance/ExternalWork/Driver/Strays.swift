import Composable
import Dispatch
import Foundation
import MachoKit

/// Actions that a script cannot account for, each in its own way.
struct Strays: Reducer {
  struct State: Equatable {
    var ticks = 0
    /// What text has no form for.
    var isEven = Predicate { $0.isMultiple(of: 2) }
  }

  enum Action: Equatable {
    case tickForEver
    case ticked
    /// Asks something that does not answer within the time of any script.
    case ask
    case answered
    /// Throws what its effect does not catch.
    case fail
    case judge(Predicate)
    /// Comes from an effect alone.
    case told
  }

  /// A function, which is equal to any other as far as anybody can tell.
  struct Predicate: Equatable, Sendable {
    var holds: @Sendable (Int) -> Bool

    init(_ holds: @escaping @Sendable (Int) -> Bool) { self.holds = holds }

    static func == (lhs: Predicate, rhs: Predicate) -> Bool { true }
  }

  struct Offline: Error {}

  static let feature = Feature(
    "strays", "Actions that a script cannot account for.", start: State(),
    syntax: ValueSyntax(
      tables: CaseOverrideSet([
        CaseOverrides(Action.self).forbidding("told", "it comes from the effect; use receive")
      ]))
  ) {
    Strays()
  }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tickForEver:
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
      case .ticked:
        state.ticks += 1
      case .ask:
        return .run { send in
          await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + 3600) { continuation.resume() }
          }
          await send(.answered)
        }
      case .fail: return .run { _ in throw Offline() }
      case .answered, .judge, .told: break
      }
      return .none
    }
  }
}
