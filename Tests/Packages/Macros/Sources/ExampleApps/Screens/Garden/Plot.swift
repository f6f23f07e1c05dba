import ComposableArchitecture
import Foundation

/// A plot of the allotment: a rectangle of beds.
package struct Plot: Codable, Equatable, Identifiable, Sendable {
  package let id: UUID
  var name = ""
  var beds = Grid<Crop?>(rows: 2, columns: 2, filledWith: nil)
  var waterings: IdentifiedArrayOf<Watering> = []

  /// The positions of the beds in which something grows.
  var planted: [Int] { beds.indices.filter { beds[$0] != nil } }
}

/// A kind of vegetable.
package enum Crop: String, CaseIterable, Codable, Identifiable, Sendable {
  case beans, garlic, squash

  package var id: Self { self }

  /// The time that a bed of it needs water.
  var thirst: Duration {
    switch self {
    case .beans: .seconds(2)
    case .garlic: .seconds(1)
    case .squash: .seconds(3)
    }
  }
}

/// A finished round with the hose.
package struct Watering: Codable, Equatable, Identifiable, Sendable {
  package let id: UUID
  let day: Date
  let litres: Double
  let note: String
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Plot>>.Default {
  /// The plots of all screens.
  static var plots: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "plots.json")), default: []]
  }
}

/// The valve of the hose.
@DependencyClient
package struct Valve: Sendable {
  package var isUnlocked: @Sendable () -> Bool = { false }
  /// Opens the valve. The stream has the litres of each gush.
  package var open: @Sendable () -> AsyncThrowingStream<Double, any Error> = { .never }
}

extension Valve: DependencyKey {
  package static let liveValue = Valve(
    isUnlocked: { true },
    open: {
      AsyncThrowingStream { continuation in
        let gush = Task {
          try await Task.sleep(nanoseconds: NSEC_PER_SEC / 100)
          continuation.yield(1)
          continuation.finish()
        }
        continuation.onTermination = { _ in gush.cancel() }
      }
    })
}

/// Shows the settings in which the user unlocks the valve.
private enum OpenSettings: DependencyKey {
  static let liveValue: @Sendable () async -> Void = {}
  static let testValue: @Sendable () async -> Void = unimplemented("openSettings")
}

extension DependencyValues {
  /// The valve of the hose.
  package var valve: Valve {
    get { self[Valve.self] }
    set { self[Valve.self] = newValue }
  }

  /// Shows the app's settings.
  package var openSettings: @Sendable () async -> Void {
    get { self[OpenSettings.self] }
    set { self[OpenSettings.self] = newValue }
  }
}
