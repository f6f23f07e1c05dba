/// A controller of a use case: makes requests of what a person does, and hands them to its port.
///
/// ```swift
/// let controller = RequestController<CounterInput, UpdateRequest>(port: useCase, work: work) {
///   .update(by: $0 == .plus ? 1 : -1)
/// }
/// ```
public struct RequestController<Input: Sendable, Request: Sendable>: Sendable {
  private let port: any InputPort<Request>
  private let work: Work
  private let request: @Sendable (Input) -> Request

  /// Makes a controller.
  public init(
    port: any InputPort<Request>, work: Work, request: @escaping @Sendable (Input) -> Request
  ) {
    self.port = port
    self.work = work
    self.request = request
  }

  /// Has the use case do what a person asked for.
  public func receive(
    _ input: Input, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let request = request(input)
    work.start(fileID: fileID, filePath: filePath, line: line, column: column) {
      try await port.handle(request)
    }
  }
}
