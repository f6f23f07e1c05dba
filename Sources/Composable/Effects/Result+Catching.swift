extension Result where Failure == any Error {
  /// Creates a result from what an asynchronous closure returns or throws, so that an effect can
  /// send it: `await send(.response(Result { try await client.load() }))`.
  ///
  /// The closure runs in the caller's isolation. If the closure awaits nothing, the compiler
  /// chooses the standard library's initializer of this name.
  @_disfavoredOverload
  public init(
    catching body: () async throws -> Success, isolation: isolated (any Actor)? = #isolation
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
