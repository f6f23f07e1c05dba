import Composable
import Foundation
import MachoAdapters
import MachoSessions
import Testing

/// Endpoints that cannot throw, and streams that are returned by asynchronous endpoints.
private struct Device: TestDependencyKey, Sendable {
  struct Status: Equatable, Sendable {
    var level: Double
    var mode: Mode
    var names: [String]
    var note: String?
  }

  enum Mode: Equatable, Sendable {
    case waiting(since: Date)
    case off
  }

  var status: @Sendable () async -> Status
  var isReady: @Sendable () -> Bool
  var log: @Sendable (String) async -> Void
  var pulses: @Sendable (Int) async -> AsyncStream<Int>
  var samples: @Sendable () async throws -> AsyncThrowingStream<Int, any Error>

  static let testValue = Device(
    status: { Status(level: 0, mode: .off, names: [], note: nil) }, isReady: { false },
    log: { _ in }, pulses: { _ in .finished }, samples: { .finished() })
}

extension DependencyValues {
  fileprivate var device: Device {
    get { self[Device.self] }
    set { self[Device.self] = newValue }
  }
}

private struct Monitor: Reducer {
  struct State: Equatable {
    var status: Device.Status?
    var isReady = false
    var timeout = Duration.seconds(60)
    var values: [Int] = []
  }

  enum Action: Equatable, Sendable {
    case start, double
    case listen(Int)
    case sample
    case status(Device.Status)
    case value(Int)
  }

  @Dependency(\.device) var device

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        state.isReady = device.isReady()
        return .run { send in
          await device.log("start")
          await send(.status(device.status()))
        }
      case .double:
        state.timeout *= 2
        return .none
      case .listen(let id):
        return .run { send in
          for await pulse in await device.pulses(id) { await send(.value(pulse)) }
        }
      case .sample:
        return .run { send in
          for try await sample in try await device.samples() { await send(.value(sample)) }
        }
      case .status(let status):
        state.status = status
        return .none
      case .value(let value):
        state.values.append(value)
        return .none
      }
    }
  }
}

@Suite struct PlaceholderTests {
  private func session() -> Session {
    let feature = Feature(
      "monitor", start: Monitor.State(),
      stubs: [
        Stub("device.status", \.device.status), Stub("device.isReady", \.device.isReady),
        Stub("device.log", \.device.log), Stub("device.pulses", \.device.pulses),
        Stub("device.samples", \.device.samples),
      ]
    ) {
      Monitor()
    }
    let session = Session(catalog: [feature], receiveMode: .onReceive, context: .test)
    _ = session.run("feature monitor")
    return session
  }

  @Test func `Endpoints that cannot throw are stubbed without a placeholder`() {
    let session = session()
    #expect(
      session.passes(
        "stub device.isReady -> true", #"stub device.log("start") -> ()"#,
        "stub device.status -> Device.Status(level: 1, mode: .off, names: [], note: nil)",
        "send start",
        "expect isReady", "receive status", "expect status.level == 1", "finish"))
  }

  @Test func `A call without a stub is reported`() {
    let session = session()
    #expect(session.code("send start") == "unstubbed")
    #expect(session.passes("expect isReady == false"))
  }

  @Test func `Streams of asynchronous endpoints are stubbed`() {
    let session = session()
    #expect(
      session.passes(
        "stub device.pulses(7) -> stream 1, 2 after 1s", "send listen(7)", "receive value(1)",
        "advance 1s", "receive value(2)", "stub device.samples -> stream 3", "send sample",
        "receive value(3)", "expect values == [1, 2, 3]", "finish"))
  }

  @Test func `A duration in a diff is written as in a script`() {
    let session = session()
    let texts = session.run("send double").events.compactMap { event -> String? in
      if case .changed(let change) = event { change?.text } else { nil }
    }
    #expect(texts.joined().contains("timeout: 60s") && texts.joined().contains("timeout: 120s"))
  }
}
