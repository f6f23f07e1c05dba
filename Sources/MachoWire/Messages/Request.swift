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
  static func parse(_ text: String) -> IncomingMessage {
    let value: JSONValue
    do throws(ValueError) { value = try JSONValue(parsing: text) } catch {
      var problem = WireError(.parseError, error.code, error.message)
      problem.range = error.range
      problem.notes = error.notes
      return .invalid(problem, nil)
    }
    guard let members = value.object else {
      return .invalid(invalidRequest("a request is an object; batches are not taken"), nil)
    }
    return parse(members)
  }

  private static func parse(_ members: [JSONValue.Member]) -> IncomingMessage {
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
        if id == nil { problem = invalidRequest("'id' is a text or a whole number") }
      case "method":
        method = member.value.string
        if method == nil { problem = invalidRequest("'method' is a text") }
      case "params":
        guard let object = member.value.object else {
          problem = .invalidParameter("'params' is an object")
          continue
        }
        parameters = object
      default: problem = invalidRequest("a request has no member '\(member.key)'")
      }
    }
    if let problem { return .invalid(problem, id) }
    guard version == "2.0" else {
      return .invalid(invalidRequest("'jsonrpc' has to be \"2.0\""), id)
    }
    guard let method else { return .invalid(invalidRequest("'method' is missing"), id) }
    return .request(Request(id: id, method: method, parameters: parameters))
  }

  private static func invalidRequest(_ message: String) -> WireError {
    WireError(.invalidRequest, "bad-request", message)
  }
}

/// What a connection brings.
package enum IncomingMessage: Sendable {
  /// A request in JSON.
  case request(Request)
  /// A line of the language in the text mode, under the client's token.
  case line(token: String, text: String)
  /// What is no request, and the identity that it has if it has one. It is answered in its turn.
  case invalid(WireError, RequestID?)
}
