import MachoValues

/// Something that happened to a stub, in the order in which it did.
package enum StubEvent: Sendable {
  /// A call, with the number under which it waits if it does. It is exact where its stub says which
  /// arguments it answers.
  case called(Endpoint, [any Sendable], StubTable.Response, isExact: Bool)
  /// What `answer` gave to a call that waited.
  case answered(call: Int, StubStreamElement.Content)
}

extension StubTable {
  func startLog() { contents.withLock { $0.log = $0.log ?? [] } }

  func takeLog() -> [StubEvent] {
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
    let exactness = rules.filter { $0.endpoint == endpoint.name && $0.matches(arguments) }
      .map(\.exactness).max()
    log?.append(.called(endpoint, arguments, answer, isExact: exactness ?? 0 > 0))
  }
}
