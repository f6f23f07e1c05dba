import MachoValues

// Publishing events to the subscribers of a session.

extension WireHost {
  /// Applies external input in every session: all stores of the process share one message.
  func poll() {
    hasPendingExternalInput.withLock { $0 = false }
    for hosted in sessions {
      guard let (result, outcome) = hosted.poll() else { continue }
      var events = SessionEventBuilder(hosted)
      events.add(outcome, isExternal: true)
      events.addSettled(result, isExternal: true)
      publish(events.events, of: hosted, causedBy: nil)
      for client in hosted.clients where client.dialect == .text {
        client.send(lines: TextResponse.text(externalInput: result, seq: hosted.seq))
      }
    }
  }

  /// Publishes events to subscribers. Unsubscribed events only advance the number.
  func publish(_ events: [SessionEvent], of hosted: HostedSession, causedBy call: InFlightRequest?)
  {
    for event in events {
      hosted.seq += 1
      for index in hosted.subscriptions.indices where hosted.subscriptions[index].matches(event) {
        let subscription = hosted.subscriptions[index]
        var members: [JSONValue.Member] = [
          .init("session", .string(hosted.name)), .init("seq", .integer(hosted.seq)),
          .init("cause", cause(of: event, call, for: subscription.connection)),
          .init("kind", .string(event.kind)),
        ]
        members += event.members
        if subscription.includesPatches, let state = event.state {
          members.append(
            .init("patch", JSONPatch(from: subscription.lastSentState, to: state).json))
          hosted.subscriptions[index].lastSentState = state
        }
        subscription.connection.send(Response.event(members))
      }
    }
  }

  private func cause(
    of event: SessionEvent, _ call: InFlightRequest?, for listener: Connection
  ) -> JSONValue {
    guard let call else { return ["external": true] }
    let own: [JSONValue.Member] = call.connection === listener ? [.init("own", true)] : []
    // The event happened before the line ran, although the line's response reports it.
    guard !event.isExternal else { return .object([.init("external", true)] + own) }
    var members = [.init("client", .integer(call.connection.number))] + own
    if let id = call.id { members.append(.init("request", id.json)) }
    if let effect = event.effect { members.append(.init("effect", .integer(effect))) }
    return .object(members)
  }
}
