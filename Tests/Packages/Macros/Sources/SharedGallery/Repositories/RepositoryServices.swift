import ComposableArchitecture

/// A tracked user event.
public enum TrackedEvent: Equatable, Sendable {
  case listView
}

/// The running experiments.
public enum ExperimentKey: String, Equatable, Sendable {
  case showIcon
}

/// The services of the repository list besides the search.
@DependencyClient
public struct ListServices: Sendable {
  /// Tracks a user event.
  public var log: @Sendable (_ event: TrackedEvent) -> Void
  /// Returns whether an experiment is enabled.
  public var isOn: @Sendable (_ key: ExperimentKey) -> Bool = { _ in false }
}

extension ListServices: DependencyKey {
  public static let testValue = ListServices()
  public static let liveValue = ListServices(log: { _ in }, isOn: { _ in true })
}

extension DependencyValues {
  /// The services of the repository list besides the search.
  public var listServices: ListServices {
    get { self[ListServices.self] }
    set { self[ListServices.self] = newValue }
  }
}
