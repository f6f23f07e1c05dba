import MachoValues

// Calls of real endpoints, noted for a recording.

/// What was seen of a call of a real endpoint.
package enum ObservedCall: Sendable {
  case began(call: Int, endpoint: Endpoint, arguments: [any Sendable])
  /// What came of it; `nil` when its task was cancelled before.
  case came(call: Int, StubElement.Content?)
}

extension StubTable {
  /// Takes note of a call, and gives it a number.
  public func observe(_ endpoint: Endpoint, _ arguments: [any Sendable])
    -> Int
  {
    contents.withLock { contents in
      let id = contents.nextCall()
      contents.observed.append(.began(call: id, endpoint: endpoint, arguments: arguments))
      return id
    }
  }

  /// Takes note of what came of a call.
  public func observe(_ content: StubElement.Content?, of call: Int) {
    contents.withLock { $0.observed.append(.came(call: call, content)) }
  }

  package func takeObserved() -> [ObservedCall] {
    contents.withLock { contents in
      defer { contents.observed = [] }
      return contents.observed
    }
  }
}
