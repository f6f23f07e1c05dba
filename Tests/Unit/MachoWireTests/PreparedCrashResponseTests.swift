import MachoValues
import Testing

@testable import MachoWire

@Suite struct PreparedCrashResponseTests {
  @Test(arguments: [nil, .number(-7), .text("a \"b\"")] as [RequestID?])
  func `The answer that is laid out is the one of the error`(id: RequestID?) {
    for line in ["send x", "send f(\"é\\n\")\t", String(repeating: "long ", count: 90), ""] {
      let answer = PreparedCrashResponse.bytes(id, at: line).bytes(from: 0)
      let error = Response.message(id, PreparedCrashResponse.error(at: line))
      #expect(String(decoding: answer, as: UTF8.self) == error.text)
    }
  }

  @Test func `A message has its length before it where the framing says so`() {
    let answer = PreparedCrashResponse.bytes(.number(1), at: "send é").bytes(from: 0)
    for framing in Framing.allCases {
      #expect(
        framing.framed(PreparedCrashResponse.bytes(.number(1), at: "send é"))
          == framing.framed(answer))
    }
  }
}
