import ComposableArchitecture
import MachoArchitectures
import SeedHost

/// Runs the documents' code: its work on the main queue becomes tasks of the session, and what it
/// prints becomes state.
struct Host: Sendable {
  @Dependency(\.continuousClock) private var clock
  let tasks: TaskRunner
  let printed = Observed<[String]>([])

  init(_ tasks: TaskRunner) { self.tasks = tasks }

  func run<Result>(_ body: () -> Result) -> Result {
    let schedule: @Sendable (Double, @escaping MainQueue.Work) -> Void = { seconds, work in
      tasks.start("main queue") {
        if seconds > 0 { try await clock.sleep(for: .seconds(seconds)) }
        run(work)
      }
    }
    let record: @Sendable (String) -> Void = { text in printed.update { $0.append(text) } }
    return MainQueue.$schedule.withValue(schedule) {
      Printing.$record.withValue(record, operation: body)
    }
  }

  /// Starts a request that calls back.
  func start<Value: Sendable>(
    _ name: String, _ request: @escaping @Sendable () async throws -> Value,
    completion: @escaping (Result<Value, any Error>) -> Void
  ) {
    // SAFETY: the session's thread runs all tasks of a feature.
    nonisolated(unsafe) let completion = completion
    tasks.start(name) {
      let result: Result<Value, any Error>
      do { result = .success(try await request()) } catch { result = .failure(error) }
      run { completion(result) }
    }
  }
}
