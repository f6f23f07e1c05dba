import MachoValues

/// A request of a client.
package struct Request: Sendable {
  /// The ID that the response repeats; `nil` for a notification.
  package var id: RequestID?
  /// The method's name.
  package var method: String
  /// The parameters, in the order received.
  package var parameters: [JSONValue.Member]

  /// Parses a message. An invalid message is returned with its ID, if it has one.
  static func parse(_ text: String) -> IncomingMessage {
    let value: JSONValue
    do throws(ValueError) { value = try JSONValue(parsing: text) } catch {
      var problem = WireError(.parseError, error.code, error.message)
      problem.range = error.range
      problem.notes = error.notes
      return .invalid(problem, nil)
    }
    guard let members = value.object else {
      return .invalid(invalidRequest("a request must be an object; batches are not supported"), nil)
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
        if id == nil { problem = invalidRequest("'id' must be a string or an integer") }
      case "method":
        method = member.value.string
        if method == nil { problem = invalidRequest("'method' must be a string") }
      case "params":
        guard let object = member.value.object else {
          problem = .invalidParameter("'params' must be an object")
          continue
        }
        parameters = object
      default: problem = invalidRequest("unknown member of a request: '\(member.key)'")
      }
    }
    if let problem { return .invalid(problem, id) }
    guard version == "2.0" else {
      return .invalid(invalidRequest("'jsonrpc' must be \"2.0\""), id)
    }
    guard let method else { return .invalid(invalidRequest("'method' is missing"), id) }
    return .request(Request(id: id, method: method, parameters: parameters))
  }

  private static func invalidRequest(_ message: String) -> WireError {
    WireError(.invalidRequest, "bad-request", message)
  }
}

/// A message that a connection has received.
package enum IncomingMessage: Sendable {
  /// A JSON request.
  case request(Request)
  /// A line of the text mode, with the client's token.
  case line(token: String, text: String)
  /// An invalid message, with its ID if it has one. Its error is sent in order with other
  /// responses.
  case invalid(WireError, RequestID?)
}
