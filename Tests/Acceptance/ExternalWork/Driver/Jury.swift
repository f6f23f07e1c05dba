import Composable
import Foundation
import MachoKit

/// A result whose cases read like the keywords of `stub` lines.
enum Verdict: Equatable, Sendable {
  case pending, pendingReview, finished, `throws`, stream, after, then, seed
  case `nil`, `true`
  case uncancellable(Int)
  case stayed(until: String)
}

/// A client with an endpoint of each kind. The live one returns its argument.
struct JuryClient: Sendable {
  var now: @Sendable (Verdict) -> Verdict = { $0 }
  var nowOrThrow: @Sendable (Verdict) throws -> Verdict = { $0 }
  var soon: @Sendable (Verdict) async -> Verdict = { $0 }
  var soonOrThrow: @Sendable (Verdict) async throws -> Verdict = { $0 }
  var maybe: @Sendable (Verdict) async -> Verdict? = { $0 }
  var later: @Sendable (Verdict) async throws -> Verdict = {
    try await Task.sleep(for: .milliseconds(2))
    return $0
  }
  var all: @Sendable (Verdict) -> AsyncStream<Verdict> = { verdict in
    AsyncStream { continuation in
      continuation.yield(verdict)
      continuation.yield(verdict)
      continuation.finish()
    }
  }
  var allOrThrow: @Sendable (Verdict) -> AsyncThrowingStream<Verdict, any Error> = { verdict in
    AsyncThrowingStream { continuation in
      continuation.yield(verdict)
      continuation.finish()
    }
  }
}

extension JuryClient: DependencyKey {
  static let liveValue = JuryClient()
  static let testValue = JuryClient()
}

extension DependencyValues {
  var jury: JuryClient {
    get { self[JuryClient.self] }
    set { self[JuryClient.self] = newValue }
  }
}

/// Asks for verdicts and keeps them.
struct Jury: Reducer {
  struct State: Equatable {
    var verdicts: [Verdict?] = []
  }

  enum Action: Equatable {
    case askNow(Verdict)
    case askNowOrThrow(Verdict)
    case askSoon(Verdict)
    case askSoonOrThrow(Verdict)
    case askMaybe(Verdict)
    case askLater(Verdict)
    case askAll(Verdict)
    case askAllOrThrow(Verdict)
    case heard(Verdict?)
    case failed
  }

  @Dependency(\.jury) var jury

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .askNow(let verdict):
        state.verdicts.append(jury.now(verdict))
        return .none
      case .askNowOrThrow(let verdict):
        state.verdicts.append(try? jury.nowOrThrow(verdict))
        return .none
      case .askSoon(let verdict):
        return .run { send in await send(.heard(jury.soon(verdict))) }
      case .askSoonOrThrow(let verdict):
        return .run { send in try await send(.heard(jury.soonOrThrow(verdict))) }
      case .askMaybe(let verdict):
        return .run { send in await send(.heard(jury.maybe(verdict))) }
      case .askLater(let verdict):
        return .run { send in try await send(.heard(jury.later(verdict))) }
      case .askAll(let verdict):
        return .run { send in for await one in jury.all(verdict) { await send(.heard(one)) } }
      case .askAllOrThrow(let verdict):
        return .run { send in
          for try await one in jury.allOrThrow(verdict) { await send(.heard(one)) }
        } catch: { _, send in
          await send(.failed)
        }
      case .heard(let verdict):
        state.verdicts.append(verdict)
        return .none
      case .failed: return .none
      }
    }
  }

  static let feature = Feature(
    "jury", "Results whose text reads like a keyword.", start: State(),
    stubs: [
      Stub("jury.now", \.jury.now), Stub("jury.nowOrThrow", \.jury.nowOrThrow),
      Stub("jury.soon", \.jury.soon), Stub("jury.soonOrThrow", \.jury.soonOrThrow),
      Stub("jury.maybe", \.jury.maybe), Stub("jury.later", \.jury.later),
      Stub("jury.all", \.jury.all), Stub("jury.allOrThrow", \.jury.allOrThrow),
    ]
  ) { Jury() }
}
