import MachoValues

/// The error object of a response.
struct MCPError: Error, Equatable, Sendable {
  enum Kind: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    /// Only in revisions with a handshake.
    case resourceNotFound = -32002
    case unsupportedVersion = -32022
  }

  var kind: Kind
  var message: String
  var data: JSONValue?

  init(_ kind: Kind, _ message: String, data: JSONValue? = nil) {
    self.kind = kind
    self.message = message
    self.data = data
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("code", .integer(kind.rawValue)), .init("message", .string(message)),
    ]
    if let data { members.append(.init("data", data)) }
    return .object(members)
  }

  static func unsupportedVersion(_ requested: String) -> MCPError {
    MCPError(
      .unsupportedVersion, "unsupported protocol version '\(requested)'",
      data: [
        "supported": .array(MCPVersion.all.map(JSONValue.string)), "requested": .string(requested),
      ])
  }

  /// Returns an error for an unknown name, with the names that are nearest to it.
  static func unknown(
    _ what: String, _ name: String, among names: [String], _ kind: Kind = .invalidParameters
  ) -> MCPError {
    let candidates = Suggestions.nearest(to: name, among: names)
    let suggestion = candidates.isEmpty ? "" : ": did you mean \(candidates[0])?"
    return MCPError(
      kind, "unknown \(what) '\(name)'\(suggestion)",
      data: ["candidates": .array(candidates.map(JSONValue.string))])
  }
}
