import MachoValues
import Testing

@testable import MachoWire

@Suite struct PreparedCrashResponseTests {
  @Test(arguments: [nil, .number(-7), .text("a \"b\"")] as [RequestID?])
  func `The prepared response equals the encoded error`(id: RequestID?) {
    for line in ["send x", "send f(\"é\\n\")\t", String(repeating: "long ", count: 90), ""] {
      let answer = PreparedCrashResponse.bytes(id, at: line).bytes(from: 0)
      let error = Response.message(id, PreparedCrashResponse.error(at: line))
      #expect(String(decoding: answer, as: UTF8.self) == error.text)
    }
  }

  @Test func `Content-Length framing adds the length of the message`() {
    let answer = PreparedCrashResponse.bytes(.number(1), at: "send é").bytes(from: 0)
    for framing in Framing.allCases {
      #expect(
        framing.framed(PreparedCrashResponse.bytes(.number(1), at: "send é"))
          == framing.framed(answer))
    }
  }
}
