import ComposableArchitecture
import Foundation

/// Lines to remote gauges.
@DependencyClient
public struct TelemetryClient: Sendable {
  /// Identifies a line.
  public struct ID: Hashable, Sendable {
    public let name: String

    public init(_ name: String) {
      self.name = name
    }
  }

  @CasePathable
  public enum Event: Equatable, Sendable {
    case established(channel: Int)
    case hungUp(reason: String?)
  }

  public enum Frame: Equatable, Sendable {
    case level(centimetres: Int)
    case notice(String)
  }

  public enum Command: String, Equatable, Sendable {
    case measure
    case selfTest
  }

  public struct NoSuchLine: Error, Equatable {
    public init() {}
  }

  public var connect: @Sendable (_ id: ID, _ station: String) async -> AsyncStream<Event> = {
    _, _ in .finished
  }
  public var frames: @Sendable (_ id: ID) async throws -> AsyncStream<Result<Frame, any Error>>
  public var ping: @Sendable (_ id: ID) async throws -> Void
  public var transmit: @Sendable (_ command: Command, _ id: ID) async throws -> Void
}

extension TelemetryClient: DependencyKey {
  /// A client of simulated gauges, whose level follows the clock.
  public static var liveValue: Self {
    let exchange = Exchange()
    return Self(
      connect: { await exchange.connect($0, to: $1) },
      frames: { try await exchange.line($0).frames.stream },
      ping: { _ = try await exchange.line($0) },
      transmit: { try await exchange.transmit($0, on: $1) })
  }

  public static let testValue = Self()
}

extension DependencyValues {
  public var telemetry: TelemetryClient {
    get { self[TelemetryClient.self] }
    set { self[TelemetryClient.self] = newValue }
  }
}

/// The lines that are open.
private actor Exchange {
  typealias ID = TelemetryClient.ID
  typealias Frame = Result<TelemetryClient.Frame, any Error>

  struct Line {
    let events: AsyncStream<TelemetryClient.Event>.Continuation
    let frames = AsyncStream.makeStream(of: Frame.self)
    let number: Int
  }

  @Dependency(\.date.now) private var now
  private var lines: [ID: Line] = [:]
  private var lastNumber = 0

  /// Opens a line, which lasts as long as the stream of its events. Closes an earlier one.
  func connect(_ id: ID, to station: String) -> AsyncStream<TelemetryClient.Event> {
    close(id, reason: "replaced")
    let events = AsyncStream.makeStream(of: TelemetryClient.Event.self)
    lastNumber += 1
    let number = lastNumber
    lines[id] = Line(events: events.continuation, number: number)
    events.continuation.onTermination = { _ in
      Task { await self.close(id, number: number, reason: nil) }
    }
    guard !station.isEmpty else {
      close(id, reason: "no station")
      return events.stream
    }
    events.continuation.yield(.established(channel: number))
    return events.stream
  }

  func line(_ id: ID) throws -> Line {
    guard let line = lines[id] else { throw TelemetryClient.NoSuchLine() }
    return line
  }

  func transmit(_ command: TelemetryClient.Command, on id: ID) throws {
    let frames = try line(id).frames.continuation
    switch command {
    case .measure:
      let halfDays = now.timeIntervalSinceReferenceDate / 44_712
      let level = Int((200 * sin(2 * .pi * halfDays)).rounded())
      frames.yield(.success(.level(centimetres: level)))
    case .selfTest:
      frames.yield(.success(.notice("the gauge is well")))
    }
  }

  private func close(_ id: ID, number: Int? = nil, reason: String?) {
    guard let line = lines[id], number == nil || number == line.number else { return }
    lines[id] = nil
    line.frames.continuation.finish()
    line.events.yield(.hungUp(reason: reason))
    line.events.finish()
  }
}
