/// An event of a stub, in the order of occurrence.
package enum StubEvent: Sendable {
  /// A call with its response. `isExact` is true if the stub specifies any argument.
  case called(Endpoint, [any Sendable], StubTable.Response, isExact: Bool)
  /// The content with which `answer` completed a pending call.
  case answered(call: Int, StubStreamElement.Content)
}

extension StubTable {
  /// Begins to record the events.
  package func startLog() { contents.withLock { $0.log = $0.log ?? [] } }

  /// Returns and clears the recorded events.
  package func takeLog() -> [StubEvent] {
    contents.withLock { contents in
      defer { if contents.log != nil { contents.log = [] } }
      return contents.log ?? []
    }
  }
}

extension StubTableState {
  mutating func record(
    _ endpoint: Endpoint, _ arguments: [any Sendable], _ answer: StubTable.Response
  ) {
    guard log != nil else { return }
    let exactness = rules.filter { $0.endpoint.name == endpoint.name && $0.matches(arguments) }
      .map(\.exactness).max()
    log?.append(.called(endpoint, arguments, answer, isExact: exactness ?? 0 > 0))
  }
}
