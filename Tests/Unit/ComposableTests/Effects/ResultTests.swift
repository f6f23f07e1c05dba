import Testing

@testable import Composable

@Suite struct ResultTests {
  private struct Offline: Error, Equatable {}

  private func fetch(_ isOnline: Bool) async throws -> Int {
    await Task.yield()
    guard isOnline else { throw Offline() }
    return 42
  }

  @Test func `A result of an asynchronous closure has what the closure returns`() async throws {
    let result = await Result { try await fetch(true) }
    #expect(try result.get() == 42)
  }

  @Test func `A result of an asynchronous closure has what the closure throws`() async {
    let result = await Result { try await fetch(false) }
    #expect(throws: Offline()) { try result.get() }
  }

  @Test func `A result of a closure without await needs no await`() async throws {
    let result: Result<Int, any Error> = Result { 42 }
    #expect(try result.get() == 42)
  }

  @MainActor
  @Test func `The closure runs in the caller's isolation`() async throws {
    var calls = 0
    let result = await Result {
      calls += 1
      return try await fetch(true)
    }
    #expect(try result.get() == 42)
    #expect(calls == 1)
  }
}
