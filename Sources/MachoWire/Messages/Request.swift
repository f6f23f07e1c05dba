import MachoValues

/// What a client asks for.
package struct Request: Sendable {
  /// By what the answer is known; nil where none is wanted.
  package var id: RequestID?
  /// What is to be done.
  package var method: String
  /// With what, in the order in which it came.
  package var parameters: [JSONValue.Member]

  /// Reads a message, or says why it is none, with the identity that it has all the same.
  static func read(_ text: String) -> Incoming {
    let value: JSONValue
    do throws(ValueError) { value = try JSONValue(parsing: text) } catch {
      var problem = WireError(.noJSON, error.code, error.message)
      problem.range = error.range
      problem.notes = error.notes
      return .refused(problem, nil)
    }
    guard let members = value.object else {
      return .refused(bad("a request is an object; batches are not taken"), nil)
    }
    return read(members)
  }

  private static func read(_ members: [JSONValue.Member]) -> Incoming {
    var id: RequestID?
    var method: String?
    var parameters: [JSONValue.Member] = []
    var version: String?
    var problem: WireError?
    for member in members {
      switch member.key {
      case "jsonrpc": version = member.value.string
      case "id":
        id = RequestID(member.value)
        if id == nil { problem = bad("'id' is a text or a whole number") }
      case "method":
        method = member.value.string
        if method == nil { problem = bad("'method' is a text") }
      case "params":
        guard let object = member.value.object else {
          problem = .parameter("'params' is an object")
          continue
        }
        parameters = object
      default: problem = bad("a request has no member '\(member.key)'")
      }
    }
    if let problem { return .refused(problem, id) }
    guard version == "2.0" else { return .refused(bad("'jsonrpc' has to be \"2.0\""), id) }
    guard let method else { return .refused(bad("'method' is missing"), id) }
    return .request(Request(id: id, method: method, parameters: parameters))
  }

  private static func bad(_ message: String) -> WireError {
    WireError(.noRequest, "bad-request", message)
  }
}

/// What a connection brings.
package enum Incoming: Sendable {
  /// A request in JSON.
  case request(Request)
  /// A line of the language in the text mode, under the client's token.
  case line(token: String, text: String)
  /// What is no request, and the identity that it has if it has one. It is answered in its turn.
  case refused(WireError, RequestID?)
}
