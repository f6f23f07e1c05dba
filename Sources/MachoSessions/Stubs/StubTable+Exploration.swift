// Pending calls as data, for callers that complete them without a line.

/// A call that waits for a result, or an open stream.
package struct OpenCall: Sendable {
  /// The ordinal among all calls.
  package let id: Int
  /// The name of the endpoint.
  package let endpoint: String
  /// The values of the arguments.
  package let arguments: [any Sendable]
  /// The arguments as text, with parentheses. Empty without arguments.
  package let text: String
}

extension StubTable {
  /// Whether a call waits for a result, or a stream for an element.
  package var hasOpenCalls: Bool {
    contents.withLock { contents in
      !contents.pending.isEmpty || contents.streams.contains { !$0.isFinished }
    }
  }

  /// The calls that wait for a result and the open streams, in the order of the calls.
  package var openCalls: [OpenCall] {
    contents.withLock { contents in
      let calls = contents.pending.map {
        OpenCall(id: $0.id, endpoint: $0.endpoint, arguments: $0.arguments, text: $0.text)
      }
      let streams = contents.streams.filter { !$0.isFinished }.map {
        OpenCall(id: $0.id, endpoint: $0.endpoint, arguments: $0.arguments, text: $0.text)
      }
      return (calls + streams).sorted { $0.id < $1.id }
    }
  }

  /// The endpoints that have a stub.
  package var stubbedEndpoints: Set<String> {
    contents.withLock { Set($0.rules.map(\.endpoint.name)) }
  }

  /// The endpoints whose stubs were called.
  package var calledEndpoints: Set<String> {
    contents.withLock { contents in
      Set(contents.rules.filter { $0.calls > 0 }.map(\.endpoint.name))
    }
  }

  /// Calls `body` with the name of each endpoint that is called, on the thread of the call and before
  /// the call returns.
  package func onCall(_ body: @escaping @Sendable (String) -> Void) {
    contents.withLock { $0.onCall = body }
  }
}
