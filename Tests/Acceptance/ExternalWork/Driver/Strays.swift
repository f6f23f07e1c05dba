import Composable
import Dispatch
import Foundation
import MachoKit

/// Actions whose effects a script cannot handle, each in its own way.
struct Strays: Reducer {
  struct State: Equatable {
    var ticks = 0
    /// A value without a text form.
    var isEven = Predicate { $0.isMultiple(of: 2) }
  }

  enum Action: Equatable {
    case tickForEver
    case ticked
    /// Starts a request that is not answered during any script.
    case ask
    case answered
    /// Throws an error that its effect does not catch.
    case fail
    case judge(Predicate)
    /// Sent only by an effect.
    case told
  }

  /// A closure, which compares equal to any other.
  struct Predicate: Equatable, Sendable {
    var holds: @Sendable (Int) -> Bool

    init(_ holds: @escaping @Sendable (Int) -> Bool) { self.holds = holds }

    static func == (lhs: Predicate, rhs: Predicate) -> Bool { true }
  }

  struct Offline: Error {}

  static let feature = Feature(
    "strays", "Actions whose effects a script cannot handle.", start: State(),
    syntax: ValueSyntax(
      caseOverrides: CaseOverrideSet([
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
