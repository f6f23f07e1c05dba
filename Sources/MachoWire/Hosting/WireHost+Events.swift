import MachoSessions
import MachoValues

// What those are told who follow a session.

extension WireHost {
  /// Takes what came by itself, in every session: stores of one process tell of it together.
  func poll() {
    hasPendingExternalInput.withLock { $0 = false }
    for hosted in sessions {
      guard let (result, outcome) = hosted.poll() else { continue }
      var events = SessionEventBuilder(hosted)
      events.add(outcome, isArrival: true)
      events.addSettled(result, isOutside: true)
      publish(events.events, of: hosted, causedBy: nil)
      for client in hosted.clients where client.dialect == .text {
        client.send(lines: TextResponse.text(arrived: result, seq: hosted.seq))
      }
    }
  }

  /// Tells those who have subscribed; what nobody follows is only counted.
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
    guard let call else { return ["outside": true] }
    let own: [JSONValue.Member] = call.connection === listener ? [.init("own", true)] : []
    // It came before the line did, whose answer tells of it.
    guard !event.isExternal else { return .object([.init("outside", true)] + own) }
    var members = [.init("client", .integer(call.connection.number))] + own
    if let id = call.id { members.append(.init("request", id.json)) }
    if let effect = event.effect { members.append(.init("effect", .integer(effect))) }
    return .object(members)
  }
}
