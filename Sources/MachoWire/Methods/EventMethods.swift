import MachoSessions
import MachoValues

extension Method {
  /// The methods about events.
  static let eventMethods: [Method] = [subscribe, unsubscribe, timeline]

  private static let subscribe = Method(
    "subscribe", ["session", "kinds", "actions", "patch"]
  ) { call throws(WireError) in
    let hosted = try call.session()
    var subscription = EventSubscription(connection: call.connection)
    if let kinds = try call.parameters.textList("kinds") {
      if let unknown = kinds.first(where: { !SessionEvent.kinds.contains($0) }) {
        var error = WireError.invalidParameter("unknown kind of event '\(unknown)'")
        error.candidates = Suggestions.nearest(to: unknown, among: SessionEvent.kinds)
        throw error
      }
      subscription.kinds = Set(kinds)
    }
    if let actions = try call.parameters.textList("actions") {
      subscription.actions = []
      for action in actions {
        do throws(Diagnostic) {
          subscription.actions?.append(try hosted.session.receivePattern(action))
        } catch { throw WireError(error, .invalidParams) }
      }
    }
    subscription.includesPatches = try call.parameters.flag("patch")
    if subscription.includesPatches { subscription.lastSentState = hosted.state }
    hosted.subscriptions.removeAll { $0.connection === call.connection }
    hosted.subscriptions.append(subscription)
    return ["seq": .integer(hosted.seq)]
  }

  private static let timeline = Method("timeline", ["session", "from"]) { call throws(WireError) in
    let hosted = try call.session()
    let start = try call.parameters.number("from") ?? 0
    guard start >= 0 else { throw .invalidParameter("'from' must not be negative") }
    let events = hosted.timeline.events(from: start)
    return [
      "events": .array(Array(events)), "next": .integer(start + events.count),
      "count": .integer(hosted.timeline.count),
    ]
  }

  private static let unsubscribe = Method("unsubscribe", ["session"]) { call throws(WireError) in
    let hosted = try call.session()
    hosted.subscriptions.removeAll { $0.connection === call.connection }
    return [:]
  }
}
