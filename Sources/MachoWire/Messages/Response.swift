import MachoValues

/// The messages that go to a client who speaks JSON.
enum Response {
  /// A result.
  static func message(_ id: RequestID?, _ result: JSONValue) -> JSONValue {
    .object([
      .init("jsonrpc", "2.0"), .init("id", id?.json ?? .null), .init("result", result),
    ])
  }

  /// An error; `id` is null where it could not be read.
  static func message(_ id: RequestID?, _ error: WireError) -> JSONValue {
    ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json]
  }

  /// An event.
  static func event(_ parameters: [JSONValue.Member]) -> JSONValue {
    ["jsonrpc": "2.0", "method": "event", "params": .object(parameters)]
  }
}
