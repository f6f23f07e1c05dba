// Observations of a live store, for recordings.

/// An event of a live store, in the order of occurrence.
package enum LiveStoreEvent: Sendable {
  /// A call began. It is cancellable if nothing can follow the cancellation of its task.
  case callStarted(
    call: Int, endpoint: Endpoint, arguments: [any Sendable], isCancellable: Bool = true)
  /// A call returned, threw or produced an element. `nil` if its task was cancelled before.
  case callCompleted(call: Int, StubStreamElement.Content?)
  /// Time passed on the clock.
  case timePassed(Duration)
  /// One external job was accepted, while these effects waited for external work without a call of
  /// an endpoint.
  case externalJobAccepted(waiting: Set<Int> = [])
  /// Such effects have ended.
  case externalEffectsEnded(Set<Int>)
  /// The session makes an input of its own.
  case inputStarted
  /// An action was reduced, or an effect modified the state.
  case actionReduced
  /// Code outside of the store modified the state.
  case stateModified
  /// Other code modified the state while the store ran, so the order of the two is unknown.
  case orderLost
}

extension StubTable {
  /// Records a call of a real endpoint. Returns the call's ID.
  package func observe(_ endpoint: Endpoint, _ arguments: [any Sendable], isCancellable: Bool)
    -> Int
  {
    let id = contents.withLock { $0.nextCall() }
    observe(
      .callStarted(
        call: id, endpoint: endpoint, arguments: arguments, isCancellable: isCancellable))
    return id
  }

  /// Records the result of a call, or an element of its stream.
  package func observe(_ content: StubStreamElement.Content?, of call: Int) {
    observe(.callCompleted(call: call, content))
  }

  package func observe(_ observation: LiveStoreEvent) {
    let onEvent = contents.withLock { contents in
      if contents.onLiveEvent == nil { contents.liveEvents.append(observation) }
      return contents.onLiveEvent
    }
    onEvent?(observation)
  }

  /// Passes events to `body`, on any thread, instead of keeping them for `takeLiveEvents`.
  func onLiveEvent(_ body: @escaping @Sendable (LiveStoreEvent) -> Void) {
    contents.withLock { $0.onLiveEvent = body }
  }

  package func takeLiveEvents() -> [LiveStoreEvent] {
    contents.withLock { contents in
      defer { contents.liveEvents = [] }
      return contents.liveEvents
    }
  }
}
