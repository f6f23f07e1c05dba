import Composable

/// A tracked user event.
enum TrackedEvent: Equatable, Sendable {
  case listView
}

/// A service that tracks user events.
struct Tracker: Sendable {
  var log: @Sendable (_ event: TrackedEvent) -> Void
}

extension Tracker: DependencyKey {
  // The sample has no real tracking service.
  static let liveValue = Tracker { _ in }
  static let previewValue = Tracker { _ in }
  static let testValue = Tracker { _ in }
}

extension DependencyValues {
  /// The service that tracks user events.
  var tracker: Tracker {
    get { self[Tracker.self] }
    set { self[Tracker.self] = newValue }
  }
}
