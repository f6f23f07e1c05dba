import MachoValues
import MachoWire
import Testing

@testable import MachoAgents

@Suite struct MCPProtocolTests {
  private func request(_ parameters: JSONValue) -> MCPRequest {
    MCPRequest(id: .number(1), method: "tools/list", parameters: parameters)
  }

  private func invalidKind(_ line: String) -> MCPError.Kind? {
    guard case .invalid(_, let error) = MCPMessage(parsing: line) else { return nil }
    return error.kind
  }

  @Test func aRequestWithItsVersionIsStateless() throws {
    let meta: JSONValue = [MCPMetaKey.version: "2026-07-28", MCPMetaKey.capabilities: [:]]
    #expect(try MCPEra(of: request(["_meta": meta])) == .stateless)
    #expect(try MCPEra(of: request(["_meta": ["progressToken": 1]])) == .handshake)
    #expect(try MCPEra(of: request([:])) == .handshake)
  }

  @Test func anIncompleteOrUnsupportedVersionIsRefused() {
    func kind(_ meta: JSONValue) -> MCPError.Kind? {
      do throws(MCPError) { _ = try MCPEra(of: request(["_meta": meta])) } catch {
        return error.kind
      }
      return nil
    }
    #expect(kind([MCPMetaKey.version: "2026-07-28"]) == .invalidParameters)
    #expect(kind([MCPMetaKey.version: 1, MCPMetaKey.capabilities: [:]]) == .invalidParameters)
    #expect(
      kind([MCPMetaKey.version: "2025-11-25", MCPMetaKey.capabilities: [:]]) == .unsupportedVersion)
  }

  @Test func aHandshakeKeepsASupportedVersion() {
    #expect(MCPVersion.negotiated(for: "2025-06-18") == "2025-06-18")
    #expect(MCPVersion.negotiated(for: "2024-11-05") == "2025-11-25")
  }

  @Test func messagesAreSortedByKind() {
    #expect(invalidKind("{") == .parseError)
    #expect(invalidKind("17") == .invalidRequest)
    #expect(invalidKind("[]") == .invalidRequest)
    #expect(invalidKind(#"{"jsonrpc":"2.0","id":true,"method":"x"}"#) == .invalidRequest)
    #expect(invalidKind(#"{"jsonrpc":"2.0","id":1,"method":"x","params":[]}"#) == .invalidRequest)
    guard case .request = MCPMessage(parsing: #"{"jsonrpc":"2.0","id":"a","method":"x"}"#),
      case .notification = MCPMessage(parsing: #"{"jsonrpc":"2.0","method":"x"}"#),
      case .response = MCPMessage(parsing: #"{"jsonrpc":"2.0","id":1,"result":{}}"#),
      case .batch(let messages) = MCPMessage(parsing: #"[{"jsonrpc":"2.0","method":"x"}, []]"#)
    else {
      Issue.record("a message has the wrong kind")
      return
    }
    #expect(messages.count == 2)
  }

  @Test func aLateCancellationCallsTheHandlerAtOnce() async {
    await confirmation(expectedCount: 2) { called in
      let cancellation = CallCancellation()
      cancellation.setHandler { called() }
      cancellation.cancel()
      cancellation.setHandler { called() }
      #expect(cancellation.isCancelled)
    }
  }
}
