import MachoLocks
import MachoSessions
import MachoValues
import MachoWire

/// A client that keeps a shared session open while no page is. After a crash, it opens the session
/// again, without any line: the pages offer to run the lines again.
final class SessionKeeper: Sendable {
  private let opening: [JSONValue.Member]
  /// `nil` until the first session is open: then the events of its end matter.
  private let client = Lock<WireClient?>(nil)

  /// Opens a session, and a feature in it unless another client has opened one. The session's
  /// timeline begins with its first line.
  init(
    path: String, name: String, feature: String?, context: ContextChoice?,
    onDisconnect: @escaping @Sendable () -> Void
  ) throws {
    var opening: [JSONValue.Member] = [.init("name", .string(name))]
    if let context { opening.append(.init("context", .string(context.text))) }
    self.opening = opening
    let client = try WireClient(
      path: path, onEvent: { [weak self] in self?.handle($0) }, onDisconnect: onDisconnect)
    let opened = try client.call("open", opening)
    _ = try client.call("timeline")
    if let feature, opened["feature"]?.string == nil {
      _ = try client.call("run", [.init("line", .string(Line(.feature, feature).text))])
    }
    _ = try client.call("subscribe", Self.kinds)
    self.client.withLock { $0 = client }
  }

  func disconnect() { client.withLock { $0 }?.disconnect() }

  private static let kinds: [JSONValue.Member] = [.init("kinds", ["ended"])]

  private func handle(_ event: JSONValue) {
    guard event["kind"]?.string == "ended", let client = client.withLock({ $0 }) else { return }
    // ORDER: this thread reads the responses, so it must not wait for them.
    client.send("open", opening) { _ in
      client.send("timeline", []) { _ in }
      client.send("subscribe", Self.kinds) { _ in }
    }
  }
}
