import MachoValues

/// Builds the messages for a JSON client.
enum Response {
  /// Returns a response with a result.
  static func message(_ id: RequestID?, _ result: JSONValue) -> JSONValue {
    .object([
      .init("jsonrpc", "2.0"), .init("id", id?.json ?? .null), .init("result", result),
    ])
  }

  /// Returns a response with an error. `id` is null if it could not be read.
  static func message(_ id: RequestID?, _ error: WireError) -> JSONValue {
    ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json]
  }

  /// Returns an event notification.
  static func event(_ parameters: [JSONValue.Member]) -> JSONValue {
    ["jsonrpc": "2.0", "method": "event", "params": .object(parameters)]
  }
}
