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
