import Composable

/// The sensor that counts steps while the app is closed.
struct Pedometer: Sendable {
  var missedSteps: @Sendable () async -> Int
}

extension Pedometer: DependencyKey {
  static let liveValue = Pedometer(missedSteps: { 0 })
  static let testValue = Pedometer(missedSteps: { 0 })
}

extension DependencyValues {
  var pedometer: Pedometer {
    get { self[Pedometer.self] }
    set { self[Pedometer.self] = newValue }
  }
}
