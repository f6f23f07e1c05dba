import ComposableArchitecture

/// A parcel on its way.
public struct Parcel: Equatable, Identifiable, Sendable {
  public let id: String
  public var place: String

  public init(id: String, place: String) {
    self.id = id
    self.place = place
  }
}

/// The carrier's service.
@DependencyClient
public struct ParcelClient: Sendable {
  public struct Unavailable: Error, Equatable {
    public init() {}
  }

  public var hints: @Sendable (_ prefix: String) async throws -> [String]
  public var locate: @Sendable (_ code: String) async throws -> Parcel
  public var reportScan: @Sendable (_ code: String) async -> Void
}

extension ParcelClient: TestDependencyKey {
  public static let previewValue = Self(
    hints: { prefix in (1...3).map { "\(prefix)\($0)" } },
    locate: { Parcel(id: $0, place: "Depot \($0.count)") },
    reportScan: { _ in })

  public static let testValue = Self()
}

extension DependencyValues {
  public var parcels: ParcelClient {
    get { self[ParcelClient.self] }
    set { self[ParcelClient.self] = newValue }
  }
}
