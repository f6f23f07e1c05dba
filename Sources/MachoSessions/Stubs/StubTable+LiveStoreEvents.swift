import MachoValues

// What is seen of a store that uses real endpoints and real time, noted for a recording.

/// Something that was seen, in the order in which it happened.
package enum LiveStoreEvent: Sendable {
  case callStarted(call: Int, endpoint: Endpoint, arguments: [any Sendable])
  /// What came of a call; `nil` when its task was cancelled before.
  case callCompleted(call: Int, StubStreamElement.Content?)
  /// So much time passed on the clock.
  case timePassed(Duration)
  /// One thing came back from outside.
  case externalJobAccepted
  /// An action was reduced.
  case actionReduced
}

extension StubTable {
  /// Takes note of a call of a real endpoint, and gives it a number.
  public func observe(_ endpoint: Endpoint, _ arguments: [any Sendable]) -> Int {
    contents.withLock { contents in
      let id = contents.nextCall()
      contents.liveEvents.append(.callStarted(call: id, endpoint: endpoint, arguments: arguments))
      return id
    }
  }

  /// Takes note of what came of a call.
  public func observe(_ content: StubStreamElement.Content?, of call: Int) {
    observe(.callCompleted(call: call, content))
  }

  package func observe(_ observation: LiveStoreEvent) {
    contents.withLock { $0.liveEvents.append(observation) }
  }

  package func takeLiveEvents() -> [LiveStoreEvent] {
    contents.withLock { contents in
      defer { contents.liveEvents = [] }
      return contents.liveEvents
    }
  }
}
