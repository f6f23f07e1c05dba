import Testing

@testable import Composable

@Suite struct TaskResultTests {
  private struct Offline: Error, Hashable { var seconds = 1 }
  private struct Vague: Error {}

  @Test func `An effect sends what an operation returned or threw`() {
    let harness = StoreHarness<Int, TaskResult<Int>?> { action in
      guard action == nil else { return .none }
      return .run { send in
        await send(TaskResult { 1 })
        await send(TaskResult { throw Offline() })
      }
    }
    harness.send(nil)
    #expect(harness.actions == [nil, .success(1), .failure(Offline())])
  }

  @Test func `Failures are equal if their errors have the same type and are equal`() {
    #expect(TaskResult<Int>.failure(Offline()) == .failure(Offline()))
    #expect(TaskResult<Int>.failure(Offline()) != .failure(Offline(seconds: 2)))
    #expect(TaskResult<Int>.failure(Offline()) != .failure(Vague()))
    #expect(TaskResult<Int>.failure(Offline()) != .success(1))
    #expect(
      Set<TaskResult<Int>>([.failure(Offline()), .failure(Offline()), .success(1)]).count == 2)
  }

  @Test func `Comparing errors that are not equatable is an issue that names them`() {
    let found = issues { #expect(TaskResult<Int>.failure(Vague()) != .failure(Vague())) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("Vague") == true)
  }

  @Test func `It converts to and from a Result, and its success can be mapped`() throws {
    let result = TaskResult(Result<Int, Offline>.success(2)).map { "\($0)" }
    #expect(try result.value == "2")
    #expect(throws: Offline.self) { try Result(TaskResult<Int>.failure(Offline())).get() }
    #expect(result.flatMap { _ in TaskResult<Int>.failure(Offline()) } == .failure(Offline()))
  }

  @Test func `Case key paths lead to its success and its failure`() {
    let result = TaskResult<Int>.success(3)
    #expect(result[case: \.success] == 3)
    #expect(!result.is(\.failure))
  }
}
