/// The input port of a use case: the requests that a controller can make.
///
/// The port belongs to the use case's layer. Adapters depend on it, and it depends on no adapter
/// (dependency inversion).
public protocol InputPort<Request>: Sendable {
  associatedtype Request: Sendable
  /// Handles a request. The result is presented by the output port.
  func handle(_ request: Request) async throws
}

/// The output port of a use case: the responses that it produces.
public protocol OutputPort<Response>: Sendable {
  associatedtype Response: Sendable
  /// Presents a response.
  func present(_ response: Response)
}

/// A use case's access to external data, such as a service or a device.
public protocol Gateway<Request, Response>: Sendable {
  associatedtype Request: Sendable
  associatedtype Response: Sendable
  /// Fetches the requested data.
  func fetch(_ request: Request) async throws -> Response
}

/// A gateway that passes its result to a completion handler, as callback-based services do.
///
/// A use case awaits it like any other gateway.
///
/// ```swift
/// struct NumbersGateway: CompletionGateway {
///   func fetch(
///     _ index: Int, completion: @escaping @Sendable (Result<[Int], any Error>) -> Void
///   ) {
///     service.load(index) { completion(.success($0)) }
///   }
/// }
/// ```
public protocol CompletionGateway<Request, Response>: Gateway {
  // Declared again, so that they are inferred from this protocol's function.
  associatedtype Request
  associatedtype Response
  /// Fetches the requested data. Must call `completion`, on any thread.
  func fetch(
    _ request: Request, completion: @escaping @Sendable (Result<Response, any Error>) -> Void)
}

extension CompletionGateway {
  /// Returns what the handler gets first. Throws a `CancellationError` if the task is cancelled before.
  public func fetch(_ request: Request) async throws -> Response {
    let results = AsyncStream { continuation in
      fetch(request) { result in
        continuation.yield(result)
        continuation.finish()
      }
    }
    for await result in results { return try result.get() }
    throw CancellationError()
  }
}
