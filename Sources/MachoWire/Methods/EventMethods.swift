import MachoSessions
import MachoValues

extension Method {
  /// What is about events.
  static let ofEvents: [Method] = [subscribe, unsubscribe]

  private static let subscribe = Method(
    "subscribe", ["session", "kinds", "actions", "patch"]
  ) { call throws(WireError) in
    let hosted = try call.session()
    var subscription = Subscription(connection: call.connection)
    if let kinds = try call.parameters.texts("kinds") {
      if let unknown = kinds.first(where: { !HostedEvent.kinds.contains($0) }) {
        var error = WireError.parameter("there is no kind of event '\(unknown)'")
        error.candidates = Suggestions.nearest(to: unknown, among: HostedEvent.kinds)
        throw error
      }
      subscription.kinds = Set(kinds)
    }
    if let actions = try call.parameters.texts("actions") {
      subscription.actions = []
      for action in actions {
        do throws(Diagnostic) {
          subscription.actions?.append(try hosted.session.pattern(action))
        } catch { throw WireError(error, .badParameters) }
      }
    }
    subscription.isPatching = try call.parameters.flag("patch")
    if subscription.isPatching { subscription.told = hosted.state }
    hosted.subscriptions.removeAll { $0.connection === call.connection }
    hosted.subscriptions.append(subscription)
    return ["seq": .integer(hosted.seq)]
  }

  private static let unsubscribe = Method("unsubscribe", ["session"]) { call throws(WireError) in
    let hosted = try call.session()
    hosted.subscriptions.removeAll { $0.connection === call.connection }
    return [:]
  }
}
