import ComposableArchitecture

/// A laboratory that prints pictures.
@DependencyClient
public struct LabClient: Sendable {
  public enum Load: Equatable, Sendable {
    case idle
    case printing(remaining: Int)
  }

  public var load: @Sendable () async throws -> Load
  public var upload: @Sendable (_ picture: String) async throws -> Int
}

extension LabClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var lab: LabClient {
    get { self[LabClient.self] }
    set { self[LabClient.self] = newValue }
  }
}
