import Composable

/// The running experiments.
package enum ExperimentKey: String, Equatable, Sendable {
  case showIcon
}

/// A service that decides which experiments are enabled.
struct Experiments: Sendable {
  var isOn: @Sendable (_ key: ExperimentKey) -> Bool
}

extension Experiments: DependencyKey {
  static let liveValue = Experiments { _ in true }
  static let previewValue = Experiments { _ in true }
  static let testValue = Experiments { _ in false }
}

extension DependencyValues {
  /// The service that decides which experiments are enabled.
  var experiments: Experiments {
    get { self[Experiments.self] }
    set { self[Experiments.self] = newValue }
  }
}

/// A service that decides about an experiment, which a test replaces.
package protocol ExperimentServiceType: Sendable {
  /// Returns whether the experiment is enabled.
  func experiment(for key: ExperimentKey) -> Bool
}

/// The service of the dependency.
package struct ExperimentService: ExperimentServiceType {
  @Dependency(\.experiments) private var experiments

  package init() {}

  package func experiment(for key: ExperimentKey) -> Bool { experiments.isOn(key) }
}
