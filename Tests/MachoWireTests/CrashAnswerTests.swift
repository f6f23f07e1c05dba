import MachoValues
import Testing

@testable import MachoWire

@Suite struct CrashAnswerTests {
  @Test(arguments: [nil, .number(-7), .text("a \"b\"")] as [RequestID?])
  func `The answer that is laid out is the one of the error`(id: RequestID?) {
    for line in ["send x", "send f(\"é\\n\")\t", String(repeating: "long ", count: 90), ""] {
      let answer = CrashAnswer.bytes(id, at: line).bytes(from: 0)
      let error = Response.text(id, CrashAnswer.error(at: line))
      #expect(String(decoding: answer, as: UTF8.self) == error.text)
    }
  }

  @Test func `A message has its length before it where the framing says so`() {
    let answer = CrashAnswer.bytes(.number(1), at: "send é").bytes(from: 0)
    for framing in Framing.allCases {
      #expect(
        framing.framed(CrashAnswer.bytes(.number(1), at: "send é")) == framing.framed(answer))
    }
  }
}
