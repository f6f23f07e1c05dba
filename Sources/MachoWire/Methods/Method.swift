import MachoValues

/// A request that is being handled.
struct InFlightRequest {
  let host: WireHost
  let connection: Connection
  let id: RequestID?
  let parameters: Parameters
}

/// A method that clients can call: its name, parameters and implementation.
///
/// To add a method, define a static value in the file of its kind and add it to `all`.
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

  /// All methods that are handled by the host, in order.
  static let all: [Method] =
    connectionMethods + sessionMethods + lineMethods + eventMethods + [.complete, .parts]

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the method with a name. Throws an error with candidates if there is none.
  static func named(_ name: String) throws(WireError) -> Method {
    if let method = byName[name] { return method }
    var error = WireError(.methodNotFound, "no-such-method", "no such method: '\(name)'")
    error.candidates = Suggestions.nearest(to: name, among: names)
    error.notes = ["'hello' lists the methods"]
    throw error
  }

  /// The names of all methods, including those that the reader thread answers.
  static var names: [String] { all.map(\.name) + ["cancel", "$/cancelRequest"] }
}
