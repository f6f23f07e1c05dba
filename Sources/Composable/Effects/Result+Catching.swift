extension Result where Failure == any Error {
  /// Makes a result of what an asynchronous closure returns or throws, so that an effect can send
  /// either: `await send(.response(Result { try await client.load() }))`.
  ///
  /// The closure runs in the caller's isolation. One that awaits nothing is taken by the standard
  /// library's initializer of this name.
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
