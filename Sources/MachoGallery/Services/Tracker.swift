import Composable

/// What a person did, as it is counted.
enum TrackedEvent: Equatable, Sendable {
  case listView
}

/// Counts what people do.
struct Tracker: Sendable {
  var log: @Sendable (_ event: TrackedEvent) -> Void
}

extension Tracker: DependencyKey {
  // Nothing is sent anywhere: a sample has nobody to tell.
  static let liveValue = Tracker { _ in }
  static let previewValue = Tracker { _ in }
  static let testValue = Tracker { _ in }
}

extension DependencyValues {
  /// Where it is counted what people do.
  var tracker: Tracker {
    get { self[Tracker.self] }
    set { self[Tracker.self] = newValue }
  }
}
