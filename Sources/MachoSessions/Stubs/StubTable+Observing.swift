import MachoValues

// What is seen of a store that uses real endpoints and real time, noted for a recording.

/// Something that was seen, in the order in which it happened.
package enum Observation: Sendable {
  case began(call: Int, endpoint: Endpoint, arguments: [any Sendable])
  /// What came of a call; `nil` when its task was cancelled before.
  case came(call: Int, StubElement.Content?)
  /// So much time passed on the clock.
  case passed(Duration)
  /// One thing came back from outside.
  case arrived
  /// An action was reduced.
  case reduced
}

extension StubTable {
  /// Takes note of a call of a real endpoint, and gives it a number.
  public func observe(_ endpoint: Endpoint, _ arguments: [any Sendable]) -> Int {
    contents.withLock { contents in
      let id = contents.nextCall()
      contents.observed.append(.began(call: id, endpoint: endpoint, arguments: arguments))
      return id
    }
  }

  /// Takes note of what came of a call.
  public func observe(_ content: StubElement.Content?, of call: Int) {
    observe(.came(call: call, content))
  }

  package func observe(_ observation: Observation) {
    contents.withLock { $0.observed.append(observation) }
  }

  package func takeObserved() -> [Observation] {
    contents.withLock { contents in
      defer { contents.observed = [] }
      return contents.observed
    }
  }
}
