/// A controller of a use case: makes requests of what a person does, and hands them to its port.
///
/// ```swift
/// let controller = RequestController<CounterInput, UpdateRequest>(port: useCase, work: work) {
///   .update(by: $0 == .plus ? 1 : -1)
/// }
/// ```
public struct RequestController<Input: Sendable, Request: Sendable>: Sendable {
  private let port: any InputPort<Request>
  private let request: @Sendable (Input) -> Request
  private let start: @Sendable (@escaping @Sendable () async throws -> Void) -> Void

  /// Makes a controller, whose work is found under the place where that is done.
  public init(
    port: any InputPort<Request>, work: TaskRunner, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    request: @escaping @Sendable (Input) -> Request
  ) {
    self.port = port
    self.request = request
    start = { operation in
      work.start(
        fileID: fileID, filePath: filePath, line: line, column: column, operation: operation)
    }
  }

  /// Has the use case do what a person asked for.
  public func handle(_ input: Input) {
    let request = request(input)
    start { [port] in try await port.handle(request) }
  }
}
