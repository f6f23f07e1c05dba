import Composable

/// What is tried out on some of the people.
enum ExperimentKey: String, Equatable, Sendable {
  case showIcon
}

/// Says who takes part in what is tried out.
struct Experiments: Sendable {
  var isOn: @Sendable (_ key: ExperimentKey) -> Bool
}

extension Experiments: DependencyKey {
  static let liveValue = Experiments { _ in true }
  static let previewValue = Experiments { _ in true }
  static let testValue = Experiments { _ in false }
}

extension DependencyValues {
  /// Who takes part in what is tried out.
  var experiments: Experiments {
    get { self[Experiments.self] }
    set { self[Experiments.self] = newValue }
  }
}
