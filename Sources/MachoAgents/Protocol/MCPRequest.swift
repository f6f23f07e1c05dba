import MachoValues
import MachoWire

/// A request of a client.
struct MCPRequest: Sendable {
  var id: RequestID
  var method: String
  var parameters: JSONValue

  func text(_ name: String) throws(MCPError) -> String {
    guard let value = parameters[name] else {
      throw MCPError(.invalidParameters, "'params.\(name)' is missing")
    }
    guard let text = value.string else {
      throw MCPError(.invalidParameters, "'params.\(name)' must be a string")
    }
    return text
  }
}

/// A message of a client.
enum MCPMessage: Sendable {
  case request(MCPRequest)
  case notification(method: String, parameters: JSONValue)
  /// A response. The server sends no requests, so it is ignored.
  case response
  case invalid(RequestID?, MCPError)
  case batch([MCPMessage])

  init(parsing line: String) {
    do throws(ValueError) {
      self.init(try JSONValue(parsing: line))
    } catch {
      self = .invalid(nil, MCPError(.parseError, error.message))
    }
  }

  private init(_ value: JSONValue) {
    if let elements = value.array {
      self =
        elements.isEmpty
        ? .invalid(nil, MCPError(.invalidRequest, "a batch must not be empty"))
        : .batch(
          elements.map { element in
            element.array == nil
              ? MCPMessage(element)
              : .invalid(nil, MCPError(.invalidRequest, "a batch must not contain a batch"))
          })
      return
    }
    let id = value["id"].flatMap(RequestID.init)
    guard value.object != nil, value["jsonrpc"]?.string == "2.0" else {
      self = .invalid(
        id, MCPError(.invalidRequest, "a message must be an object with \"jsonrpc\": \"2.0\""))
      return
    }
    guard let method = value["method"]?.string else {
      let isResponse = value["result"] != nil || value["error"] != nil
      self =
        isResponse
        ? .response : .invalid(id, MCPError(.invalidRequest, "'method' must be a string"))
      return
    }
    let parameters = value["params"] ?? [:]
    guard parameters.object != nil else {
      self = .invalid(id, MCPError(.invalidRequest, "'params' must be an object"))
      return
    }
    if let id {
      self = .request(MCPRequest(id: id, method: method, parameters: parameters))
    } else if value["id"] == nil {
      self = .notification(method: method, parameters: parameters)
    } else {
      self = .invalid(nil, MCPError(.invalidRequest, "'id' must be a string or an integer"))
    }
  }
}
