import MachoSessions
import Testing

@testable import MachoWire

struct CrashedRequestTests {
  private let reason = Diagnostic(
    "crashed", "signal 4", notes: ["A.swift:1: Fatal error", "at f()"])

  @Test(arguments: [nil, Framing.lines, .contentLength], [RequestID.number(7), .text("a\"\n")])
  func survivesAsBytes(framing: Framing?, id: RequestID) throws {
    let request = CrashedRequest(id, at: "send set(\n1\n)", to: 12, framing: framing)
    #expect(CrashedRequest(bytes: request.bytes) == request)
  }

  @Test func respondsWithTheReason() throws {
    let request = CrashedRequest(.number(7), at: "send trap", to: 1, framing: .lines)
    let text = String(decoding: request.response(reason), as: UTF8.self)
    #expect(
      text == #"{"jsonrpc":"2.0","id":7,"error":{"code":-32004,"message":"#
        + #""the feature trapped or exited the process at this line: send trap","data":{"code":"#
        + #""crashed","notes":["signal 4","A.swift:1: Fatal error","at f()"],"output":["#
        + #""crashed: signal 4","A.swift:1: Fatal error","at f()"]}}}"# + "\n")
  }

  @Test func respondsToATextClient() {
    let request = CrashedRequest(.text("3"), at: "send trap", to: 1, framing: nil)
    #expect(
      String(decoding: request.response(reason), as: UTF8.self)
        == """
        3| crashed: signal 4
        3| A.swift:1: Fatal error
        3| at f()
        3^error crashed the feature trapped or exited the process at this line: send trap

        """)
  }
}
