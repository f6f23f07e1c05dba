// swift-format-ignore-file
// hopsStubs, as a test of a TestStore: written by 'export swift'.

import Composable
import Foundation
import Testing

@testable import external_work_driver

@MainActor
@Test func hopsStubs() async {
  let clock = TestClock()
  // Each kind of response, of each kind of endpoint.
  let getAnswer = AsyncThrowingStream<String, any Error>.makeStream()
  let getAnswer2 = AsyncThrowingStream<String, any Error>.makeStream()
  let newsElements = LockIsolated(0)
  let newsAnswer = AsyncStream<String>.makeStream()
  let newsElements2 = LockIsolated(0)
  let getCalls = LockIsolated(0)
  let newsCalls = LockIsolated(0)
  let dates = LockIsolated([Date(timeIntervalSince1970: 1706702400.0), Date(timeIntervalSince1970: 1706702401.0), Date(timeIntervalSince1970: 1706702401.0), Date(timeIntervalSince1970: 1706702401.0)])
  let store = TestStore(
    initialState: Courier.State(letters: [], failures: [], stamps: [], ids: [], dice: [], naps: 0)
  ) {
    Courier()
  } withDependencies: {
    $0.continuousClock = clock
    $0.web.get = { argument in
      switch (getCalls.withValue { $0 += 1; return $0 }, argument) {
      case (1, "x"):
        return "a"
      case (2, "y"):
        try await clock.sleep(for: .seconds(1))
        throw ScriptError("offline")
      case (3, "z"):
        try await clock.sleep(for: .seconds(2))
        return "b"
      case (4, "late"):
        for try await answer in getAnswer.stream { return answer }
        throw CancellationError()
      case (5, "late"):
        for try await answer in getAnswer2.stream { return answer }
        throw CancellationError()
      default:
        Issue.record("web.get(\(argument)) is a call that the session did not make")
        throw CancellationError()
      }
    }
    $0.web.size = { _ in 7 }
    $0.uuid = .incrementing
    $0.web.news = { argument in
      switch (newsCalls.withValue { $0 += 1; return $0 }, argument) {
      case (1, "rain"):
        return AsyncStream {
          switch newsElements.withValue({ $0 += 1; return $0 }) {
          case 1:
            return "now"
          case 2:
            try? await clock.sleep(for: .seconds(1))
            return "soon"
          default:
            for await answer in newsAnswer.stream { return answer }
            return nil
          }
        }
      case (2, "rain"):
        return AsyncStream {
          switch newsElements2.withValue({ $0 += 1; return $0 }) {
          case 1:
            return "again"
          case 2:
            return nil
          default: return nil
          }
        }
      default:
        Issue.record("web.news(\(argument)) is a call that the session did not make")
        return .finished
      }
    }
    $0.date = DateGenerator { dates.withValue { $0.removeFirst() } }
    $0.withRandomNumberGenerator = WithRandomNumberGenerator(Numbers([7191089600892374487, 309689372594955804]))
  }

  // values, errors, series, time
  await store.send(.get("x"))
  await store.receive(.got("a")) {
    $0.letters = ["a of 7 bytes"]
    $0.ids = [UUID(0)]
  }
  await store.send(.getBoth("y", "z"))
  await clock.advance(by: .seconds(1))
  await store.receive(.failed("offline")) { $0.failures = ["offline"] }
  await clock.advance(by: .seconds(1))
  await store.receive(.got("b")) {
    $0.letters.append("b of 7 bytes")
    $0.ids.append(UUID(1))
  }
  #expect(store.state.letters == ["a of 7 bytes", "b of 7 bytes"])
  #expect(store.state.ids == [UUID(0), UUID(1)])

  // what waits is answered in any order
  await store.send(.getBoth("late", "late"))
  // Not exported, a TestStore shows nothing:  effects
  getAnswer2.continuation.yield("second")
  await store.receive(.got("second")) {
    $0.letters.append("second of 7 bytes")
    $0.ids.append(UUID(2))
  }
  getAnswer.continuation.finish(throwing: ScriptError("too late"))
  await store.receive(.failed("too late")) { $0.failures.append("too late") }

  // streams
  // Not exported, a line that must fail:  ! [usage] stub web.news("rain") -> "now"
  // Not exported, a line that must fail:  ! [not-supported] stub web.news("rain") throws error("a stream of this kind cannot")
  await store.send(.listen("rain"))
  await store.receive(.heard("now")) { $0.letters.append("now") }
  await clock.advance(by: .seconds(1))
  await store.receive(.heard("soon")) { $0.letters.append("soon") }
  newsAnswer.continuation.yield("asked for")
  await store.receive(.heard("asked for")) { $0.letters.append("asked for") }
  await store.send(.listen("rain"))
  await store.receive(.heard("again")) { $0.letters.append("again") }
  await store.receive(.silence) { $0.letters.append("") }
  newsAnswer.continuation.finish()
  await store.receive(.silence) { $0.letters.append("") }
  // Not exported, a line that must fail:  ! [no-pending-call] answer web.news("rain") finished

  // chance and dates
  await store.send(.stamp) {
    $0.stamps = [
      Date(timeIntervalSince1970: 1706702400.0),
      Date(timeIntervalSince1970: 1706702401.0)
    ]
    $0.dice = [3]
  }
  await store.send(.stamp) {
    $0.stamps.append(Date(timeIntervalSince1970: 1706702401.0))
    $0.stamps.append(Date(timeIntervalSince1970: 1706702401.0))
    $0.dice.append(1)
  }
  #expect(store.state.stamps[1] == Date(timeIntervalSince1970: 1706702401.0))
  await store.finish()
}

/// An error of which only the words matter.
private struct ScriptError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Gives the numbers that the session drew.
private struct Numbers: RandomNumberGenerator, Sendable {
  var rest: [UInt64]

  init(_ numbers: [UInt64]) { rest = numbers }

  mutating func next() -> UInt64 { rest.removeFirst() }
}
