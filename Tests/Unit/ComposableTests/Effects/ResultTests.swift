import Testing

@testable import Composable

@Suite struct `a result of an asynchronous closure` {
  private struct Offline: Error, Equatable {}

  private func answer(_ isOnline: Bool) async throws -> Int {
    await Task.yield()
    guard isOnline else { throw Offline() }
    return 42
  }

  @Test func `holds what the closure returns`() async throws {
    let result = await Result { try await answer(true) }
    #expect(try result.get() == 42)
  }

  @Test func `holds what the closure throws`() async {
    let result = await Result { try await answer(false) }
    #expect(throws: Offline()) { try result.get() }
  }

  @Test func `is made without waiting of a closure that awaits nothing`() async throws {
    let result: Result<Int, any Error> = Result { 42 }
    #expect(try result.get() == 42)
  }

  @MainActor
  @Test func `is made where the caller is`() async throws {
    var calls = 0
    let result = await Result {
      calls += 1
      return try await answer(true)
    }
    #expect(try result.get() == 42)
    #expect(calls == 1)
  }
}
