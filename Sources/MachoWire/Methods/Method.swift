import MachoSessions
import MachoValues

/// A request while it is answered.
struct InFlightRequest {
  let host: WireHost
  let connection: Connection
  let id: RequestID?
  let parameters: Parameters
}

/// What a client can ask for: a name, what it takes, and what it does.
///
/// A new method is one value in the file of its kind, and stands in `all`.
struct Method: Sendable {
  let name: String
  let parameters: [String]
  let run: @Sendable (InFlightRequest) throws(WireError) -> JSONValue

  init(
    _ name: String, _ parameters: [String] = [],
    run: @escaping @Sendable (InFlightRequest) throws(WireError) -> JSONValue
  ) {
    self.name = name
    self.parameters = parameters
    self.run = run
  }

  /// Every method that is answered in its turn.
  static let all: [Method] =
    connectionMethods + sessionMethods + lineMethods + eventMethods + [.complete]

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The method of a name, or the error that says which there are.
  static func named(_ name: String) throws(WireError) -> Method {
    if let method = byName[name] { return method }
    var error = WireError(.methodNotFound, "no-such-method", "there is no method '\(name)'")
    error.candidates = Suggestions.nearest(to: name, among: names)
    error.notes = ["'hello' lists the methods"]
    throw error
  }

  /// The names of all, those among them that are answered where they are read.
  static var names: [String] { all.map(\.name) + ["cancel", "$/cancelRequest"] }
}
