import MachoValues

/// The revisions of the Model Context Protocol that the server speaks.
enum MCPVersion {
  /// Revisions that begin with `initialize`, oldest first.
  static let withHandshake = ["2025-03-26", "2025-06-18", "2025-11-25"]
  /// Revisions whose requests carry their version in `_meta`, oldest first.
  static let stateless = ["2026-07-28"]
  /// The only revision whose clients may send batches.
  static let withBatches = "2025-03-26"

  static var all: [String] { withHandshake + stateless }

  /// Returns the revision that answers `initialize`: the requested one if it is supported, else the
  /// latest.
  static func negotiated(for requested: String) -> String {
    withHandshake.contains(requested) ? requested : withHandshake[withHandshake.count - 1]
  }
}

/// The keys of `_meta`: those that the protocol reserves, and the key of macho.
enum MCPMetaKey {
  static let version = "io.modelcontextprotocol/protocolVersion"
  static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  static let serverInformation = "io.modelcontextprotocol/serverInfo"

  /// The facts of a tool's result.
  static let facts = "macho/facts"
}

/// How a request states its revision.
enum MCPEra: Equatable, Sendable {
  /// By an earlier `initialize`.
  case handshake
  /// In its own `_meta`.
  case stateless

  /// Returns the era of a request. Throws if its `_meta` is incomplete or names an unsupported
  /// revision.
  init(of request: MCPRequest) throws(MCPError) {
    guard let meta = request.parameters["_meta"], let version = meta[MCPMetaKey.version] else {
      self = .handshake
      return
    }
    guard meta[MCPMetaKey.capabilities]?.object != nil else {
      throw MCPError(
        .invalidParameters, "'params._meta' has no object '\(MCPMetaKey.capabilities)'")
    }
    guard let name = version.string else {
      throw MCPError(.invalidParameters, "'\(MCPMetaKey.version)' must be a string")
    }
    guard MCPVersion.stateless.contains(name) else {
      throw MCPError.unsupportedVersion(name)
    }
    self = .stateless
  }
}
