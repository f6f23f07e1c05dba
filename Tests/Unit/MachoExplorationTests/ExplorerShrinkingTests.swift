import Composable
import MachoAdapters
import MachoSessions
import Testing

@testable import MachoExploration

/// A delivery that is repeated without end while it fails.
private struct Delivery: Reducer {
  struct State: Equatable { var attempts = 0 }
  enum Action { case start, attempt, delivered, failed }

  @Dependency(\.courier) var courier
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      guard state.attempts == 0 else { break }
      return .send(.attempt)
    case .attempt:
      state.attempts += 1
      return .run { [courier] send in
        try await courier.deliver()
        await send(.delivered)
      } catch: { _, send in
        await send(.failed)
      }
    case .delivered: state.attempts = 0
    case .failed:
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(2))
        await send(.attempt)
      }
    }
    return .none
  }
}

private struct Courier: DependencyKey {
  var weigh: @Sendable () async throws -> Int
  var deliver: @Sendable () async throws -> Void
  static let liveValue = Courier(weigh: { 0 }, deliver: {})
  static let testValue = liveValue
}

extension DependencyValues {
  fileprivate var courier: Courier {
    get { self[Courier.self] }
    set { self[Courier.self] = newValue }
  }
}

struct ExplorerShrinkingTests {
  @Test(arguments: 0..<8)
  func `an error at once replaces several answers, and one advance several`(seed: UInt64) throws {
    let feature = Feature(
      "delivery", start: Delivery.State(),
      stubs: [
        Stub("courier.weigh", \.courier.weigh), Stub("courier.deliver", \.courier.deliver),
      ]
    ) { Delivery() }
    let target = ExplorationTarget(feature)
    var settings = ExplorationSettings()
    settings.seed = seed
    settings.invariants = ["attempts <= 3"]
    try Explorer.discover(target, &settings)
    let explorer = try Explorer(target, settings)
    let result = try #require(
      try (0..<2000).lazy.map { try explorer.run($0) }.first { $0.finding != nil })
    let sequence = try explorer.shrink(result.sequence, try #require(result.finding))
    let description = try explorer.replay(sequence, describing: true).description
    #expect(
      description.stubLines.map(\.text) == ["stub courier.deliver throws error(\"failed\")"])
    #expect(description.lines.map(\.text) == ["send start", "advance 10s"])
  }
}
