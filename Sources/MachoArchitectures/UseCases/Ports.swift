/// The way into a use case: what a controller may ask of it.
///
/// It belongs to the use case's circle, which the adapters around it know and which knows none of
/// them: the dependency is turned around.
public protocol InputPort<Request>: Sendable {
  associatedtype Request: Sendable
  /// Does what is asked; what comes of it leaves by the output port.
  func handle(_ request: Request) async throws
}

/// The way out of a use case: what it tells, whoever listens.
public protocol OutputPort<Response>: Sendable {
  associatedtype Response: Sendable
  /// Takes what came of a request.
  func present(_ response: Response)
}

/// The way from a use case to data outside: a service, a device.
public protocol Gateway<Request, Response>: Sendable {
  associatedtype Request: Sendable
  associatedtype Response: Sendable
  /// Gets what is asked for.
  func fetch(_ request: Request) async throws -> Response
}
