import ComposableArchitecture

/// A radio receiver.
@DependencyClient
public struct RadioClient: Sendable {
  public struct Signal: Equatable, Sendable {
    public var frequency: Int
    public var strength: Int

    public init(frequency: Int, strength: Int) {
      self.frequency = frequency
      self.strength = strength
    }
  }

  /// Notes a frequency in the log book on the shelf, which is slow.
  public var note: @Sendable (_ frequency: Int) async throws -> Void
  /// Turns the receiver on or off.
  public var setPower: @Sendable (_ isOn: Bool) async -> Void
  /// The sounds on a frequency.
  public var sounds: @Sendable (_ frequency: Int) -> AsyncStream<String> = { _ in .finished }
  public var strength: @Sendable (_ frequency: Int) async throws -> Int
  /// The strongest signals, as they come and go.
  public var strongest: @Sendable () -> AsyncStream<Signal> = { .finished }
}

extension RadioClient: TestDependencyKey {
  /// A receiver in a cellar, which hears nothing.
  public static let previewValue = Self(
    note: { _ in }, setPower: { _ in }, sounds: { _ in .never }, strength: { _ in 0 },
    strongest: { .never })

  public static let testValue = Self()
}

extension DependencyValues {
  public var radio: RadioClient {
    get { self[RadioClient.self] }
    set { self[RadioClient.self] = newValue }
  }
}
