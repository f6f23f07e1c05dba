/// A controller of a use case. It converts user input to requests and passes them to the input
/// port.
///
/// ```swift
/// let controller = RequestController<CounterInput, UpdateRequest>(port: useCase, tasks: tasks) {
///   .update(by: $0 == .plus ? 1 : -1)
/// }
/// ```
public struct RequestController<Input: Sendable, Request: Sendable>: Sendable {
  private let port: any InputPort<Request>
  private let request: @Sendable (Input) -> Request
  private let start: @Sendable (@escaping @Sendable () async throws -> Void) -> Void

  /// Creates a controller. Its tasks are attributed to the caller's source location.
  public init(
    port: any InputPort<Request>, tasks: TaskRunner, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    request: @escaping @Sendable (Input) -> Request
  ) {
    self.port = port
    self.request = request
    start = { operation in
      tasks.start(
        fileID: fileID, filePath: filePath, line: line, column: column, operation: operation)
    }
  }

  /// Starts a task that handles the request for a user input.
  public func handle(_ input: Input) {
    let request = request(input)
    start { [port] in try await port.handle(request) }
  }
}
