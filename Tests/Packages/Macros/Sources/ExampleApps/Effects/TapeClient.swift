import ComposableArchitecture
import Foundation

/// A tape machine for sounds outdoors.
@DependencyClient
public struct TapeClient: Sendable {
  public struct MachineJammed: Error, Equatable {
    public init() {}
  }

  public var isAllowed: @Sendable () async -> Bool = { false }
  /// Plays a tape. Returns whether it reached the end.
  public var play: @Sendable (_ tape: URL) async throws -> Bool
  /// How long the machine has been recording. `nil` if it is not.
  public var position: @Sendable () async -> Duration? = { nil }
  /// Records until `stop` is called. Returns whether there was space until then.
  public var record: @Sendable (_ tape: URL) async throws -> Bool
  public var stop: @Sendable () async -> Void
}

extension TapeClient: TestDependencyKey {
  /// A machine without a microphone: it counts the time of the clock.
  public static var previewValue: Self {
    @Dependency(\.continuousClock) var clock
    let isRecording = ActorIsolated(false)
    let position = ActorIsolated(Duration.zero)
    return Self(
      isAllowed: { true },
      play: { _ in
        try await clock.sleep(for: .seconds(3))
        return true
      },
      position: { await isRecording.value ? position.value : nil },
      record: { _ in
        await isRecording.setValue(true)
        await position.setValue(.zero)
        while await isRecording.value, await position.value < .seconds(60) {
          try await clock.sleep(for: .milliseconds(500))
          await position.withValue { $0 += .milliseconds(500) }
        }
        let isStopped = await !isRecording.value
        await isRecording.setValue(false)
        return isStopped
      },
      stop: { await isRecording.setValue(false) })
  }

  public static let testValue = Self(
    isAllowed: unimplemented("TapeClient.isAllowed", placeholder: false),
    play: unimplemented("TapeClient.play", placeholder: false),
    position: unimplemented("TapeClient.position", placeholder: nil),
    record: unimplemented("TapeClient.record", placeholder: false),
    stop: unimplemented("TapeClient.stop"))
}

extension DependencyValues {
  public var tape: TapeClient {
    get { self[TapeClient.self] }
    set { self[TapeClient.self] = newValue }
  }
}
