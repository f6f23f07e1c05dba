import ComposableArchitecture

@testable import CALearning
@testable import ReSwift
@testable import SeedFlux

/// What the documents' features ask of the world. Scripts stub all of it.
struct Services: Sendable {
  /// 001: the repositories, for the path and the query of a request.
  var search: @Sendable (_ path: String, _ query: [String]) async throws -> [SeedFlux.Repository]
  var log: @Sendable (_ event: TrackEventType) -> Void
  var experiment: @Sendable (_ key: ExperimentKey) -> Bool
  /// 003
  var tweets: @Sendable () async throws -> [Tweet]
  var values: @Sendable (_ index: Int) -> [Int]
  /// 004
  var get: @Sendable (_ key: KeyValue.BoolKey) -> Bool?
  var save: @Sendable (_ key: KeyValue.BoolKey, _ value: Bool) -> Void
  var delete: @Sendable (_ key: KeyValue.BoolKey) -> Void
}

extension Services: TestDependencyKey {
  /// Scripts get an error for each call without a stub.
  static let testValue = Services(
    search: { _, _ in [] }, log: { _ in }, experiment: { _ in false }, tweets: { [] },
    values: { _ in [] }, get: { _ in nil }, save: { _, _ in }, delete: { _ in })
}

extension DependencyValues {
  var services: Services {
    get { self[Services.self] }
    set { self[Services.self] = newValue }
  }
}
