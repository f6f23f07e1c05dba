import Composable

/// The running experiments.
enum ExperimentKey: String, Equatable, Sendable {
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
