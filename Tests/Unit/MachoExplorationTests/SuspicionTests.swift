import Composable
import MachoAdapters
import MachoScripting
import MachoSessions
import Testing

@testable import MachoExploration

/// A button that loads. With the defect, the spinner stays after an error and a second tap loads again.
private struct Loader: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var isLoading = false
    var value: Int?
  }
  enum Action {
    case tap
    case loaded(Int)
    case failed
  }

  @Dependency(\.loader) var loader

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tap:
      guard !(isFixed && state.isLoading) else { return .none }
      state.isLoading = true
      return .run { [loader] send in
        await send(.loaded(try await loader.load()))
      } catch: { _, send in
        await send(.failed)
      }
    case .loaded(let value): (state.isLoading, state.value) = (false, value)
    case .failed: if isFixed { state.isLoading = false }
    }
    return .none
  }

  static func feature(isFixed: Bool) -> Feature {
    Feature("loader", start: State(), stubs: [Stub("loader.load", \.loader.load)]) {
      Loader(isFixed: isFixed)
    }
  }
}

/// A button that loads. With the defect, one error is forgotten.
private struct CarefulLoader: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var isLoading = false
    var failure: String?
  }
  enum Action {
    case tap
    case loaded(Result<Int, any Error>)
  }

  @Dependency(\.loader) var loader

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tap:
      guard !state.isLoading else { return .none }
      (state.isLoading, state.failure) = (true, nil)
      return .run { [loader] send in
        await send(.loaded(Result { try await loader.load() }))
      }
    case .loaded(.failure(LoaderError.expired)):
      if isFixed { state.isLoading = false }
      state.failure = "expired"
    case .loaded(.failure): (state.isLoading, state.failure) = (false, "failed")
    case .loaded(.success): state.isLoading = false
    }
    return .none
  }

  static func feature(isFixed: Bool) -> Feature {
    Feature("loader", start: State(), stubs: [Stub("loader.load", \.loader.load)]) {
      CarefulLoader(isFixed: isFixed)
    }
  }
}

enum LoaderError: Error {
  case offline, expired
}

private struct LoaderClient: DependencyKey {
  var load: @Sendable () async throws -> Int
  static let liveValue = LoaderClient { 0 }
  static let testValue = liveValue
}

extension DependencyValues {
  fileprivate var loader: LoaderClient {
    get { self[LoaderClient.self] }
    set { self[LoaderClient.self] = newValue }
  }
}

struct SuspicionTests {
  /// Returns the suspicions of a feature with their scripts.
  private func suspicions(
    isFixed: Bool, properties: [String] = []
  ) throws -> [(kind: Finding.Kind, script: String)] {
    try suspicions(of: Loader.feature(isFixed: isFixed), properties: properties)
  }

  private func suspicions(
    of feature: Feature, properties: [String] = []
  ) throws -> [(kind: Finding.Kind, script: String)] {
    let target = ExplorationTarget(feature)
    var settings = ExplorationSettings()
    settings.properties = properties
    try Explorer.discover(target, &settings)
    let explorer = try Explorer(target, settings)
    explorer.engine.describesFailures = true
    var found: [Explorer.SuspiciousRun] = []
    try explorer.findSuspicions { found.append($0) }
    return try found.compactMap { run in
      let sequence = try explorer.shrink(run.sequence, run.finding)
      return try explorer.describe(run.finding, in: sequence).map { finding, lines in
        let script = CounterexampleScript(lines, finding, target: target, command: "explore")
        return (finding.kind, script.text)
      }
    }
  }

  private func fails(_ script: String, isFixed: Bool) throws -> Bool {
    let run = ScriptRunner(catalog: [Loader.feature(isFixed: isFixed)])
      .run(try ScriptParser.parse(Array(script.utf8)), path: "-")
    return !run.result.failures.isEmpty
  }

  @Test func `The script of a suspicion fails, and passes with the fix`() throws {
    let found = try suspicions(isFixed: false)
    #expect(Set(found.map(\.kind)) == [.stuck, .overlap])
    for (_, script) in found {
      #expect(try fails(script, isFixed: false))
      #expect(try !fails(script, isFixed: true))
    }
  }

  @Test func `A suspicion names the step of the user`() throws {
    let scripts = try suspicions(isFixed: false).map(\.script).joined()
    #expect(
      scripts.contains(
        "# tap sets isLoading to true, and it stays so after an error of loader.load, "
          + "but not after a value\n"))
    #expect(scripts.contains("# tap calls loader.load again while an equal call is pending\n"))
  }

  @Test func `A feature without the defect has none`() throws {
    #expect(try suspicions(isFixed: true).isEmpty)
  }

  @Test func `Calls fail with each case of the feature's errors`() throws {
    let found = try suspicions(of: CarefulLoader.feature(isFixed: false))
    #expect(found.map(\.kind) == [.stuck])
    #expect(found.first?.script.contains("throws LoaderError.expired") ?? false)
    #expect(try suspicions(of: CarefulLoader.feature(isFixed: true)).isEmpty)
  }

  @Test func `An intended suspicion is not reported`() throws {
    let found = try suspicions(
      isFixed: false, properties: ["intended stuck isLoading"])
    #expect(Set(found.map(\.kind)) == [.overlap])
  }

  @Test func `A suspicion about something else is reported`() throws {
    let found = try suspicions(isFixed: false, properties: ["intended stuck value"])
    #expect(Set(found.map(\.kind)) == [.stuck, .overlap])
  }

  @Test func `An unknown kind of suspicion is an error`() {
    #expect(throws: Diagnostic.self) {
      try suspicions(isFixed: false, properties: ["intended stuk"])
    }
  }

  @Test(arguments: SuspicionKind.allCases) func `Each kind can be found`(kind: SuspicionKind) {
    #expect(Finding.Kind(rawValue: kind.rawValue)?.suspicion == kind)
  }
}
