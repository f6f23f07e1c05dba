import Testing

@testable import MachoWire

@Suite struct TextRequestDecoderTests {
  @Test func `A line is a token, a blank and a command`() {
    #expect(read("12 send x\nA_b-9  two\n") == ["12: send x", "A_b-9:  two"])
  }

  @Test func `An open line is continued with its token`() {
    #expect(read("1 send a(\n1+   b\n1+)\n2 undo\n") == ["1: send a(\n  b\n)", "2: undo"])
    #expect(read("1 echo \"\"\"\n1+\n1+ \"\"\"\n") == ["1: echo \"\"\"\n\n\"\"\""])
  }

  @Test func `Another line completes an open line`() {
    #expect(read("1 send a(\n2 undo\n") == ["1: send a(", "2: undo"])
    #expect(read("1 send a(\n2+ b\n") == ["1: send a(", "! bad-token"])
    #expect(read("1 send a(") == ["1: send a("])
  }

  @Test(arguments: [
    " send", "é send", "12", "12send", "*", "12+ more", String(repeating: "1", count: 33) + " x",
  ])
  func `A line without a token is rejected`(line: String) {
    #expect(read(line + "\n") == ["! bad-token"])
  }

  @Test func `A cancellation contains a token`() {
    #expect(TextLine.tokenToCancel(in: "cancel 12") == "12")
    #expect(TextLine.tokenToCancel(in: "cancel") == nil)
    #expect(TextLine.tokenToCancel(in: "cancelled 12") == nil)
  }

  private func read(_ text: String) -> [String] {
    var intake = TextRequestDecoder(limit: 1_000)
    var found: [String] = []
    intake.append(Array(text.utf8)[...])
    while let incoming = intake.next(atEnd: true) {
      switch incoming {
      case .line(let token, let text): found.append("\(token): \(text)")
      case .invalid(let error, _): found.append("! \(error.code)")
      case .request: found.append("a request")
      }
    }
    return found
  }
}
