import Composable

/// A tracked user event.
package enum TrackedEvent: Equatable, Sendable {
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

/// A service that tracks an event, which a test replaces.
package protocol TrackerType: Sendable {
  /// Tracks an event.
  func log(type: TrackedEvent)
}

/// The service of the dependency.
package struct TrackerService: TrackerType {
  @Dependency(\.tracker) private var tracker

  package init() {}

  package func log(type: TrackedEvent) { tracker.log(type) }
}
