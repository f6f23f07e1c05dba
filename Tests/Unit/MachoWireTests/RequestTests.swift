import MachoValues
import Testing

@testable import MachoWire

@Suite struct RequestTests {
  @Test func `A request has a method, and may have an id and parameters`() throws {
    guard
      case .request(let request) = Request.parse(
        #"{"jsonrpc":"2.0","id":"a","method":"send","params":{"action":"x"}}"#)
    else {
      Issue.record("it is a request")
      return
    }
    #expect(request.id == .text("a"))
    #expect(request.method == "send")
    #expect(request.parameters.map(\.key) == ["action"])
  }

  @Test(arguments: ["18446744073709551615", "-99999999999999999999", "0"])
  func `An id is an integer of any size and is repeated as it was written`(id: String) throws {
    guard
      case .request(let request) = Request.parse(#"{"jsonrpc":"2.0","id":\#(id),"method":"x"}"#)
    else {
      Issue.record("it is a request")
      return
    }
    guard case .number(let number)? = request.id?.json else {
      Issue.record("it is a number")
      return
    }
    #expect(number.text == id)
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1}"#, "bad-request", RequestID.number(1)),
    (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, "bad-request", .number(1)),
    (#"{"id":1,"method":"x"}"#, "bad-request", .number(1)),
    (#"{"jsonrpc":"2.0","id":1,"method":5}"#, "bad-request", .number(1)),
    (#"{"jsonrpc":"2.0","id":1,"method":"x","extra":1}"#, "bad-request", .number(1)),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"x","params":[]}"#, "bad-parameters",
      .number(1)
    ),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, "bad-request", nil),
    (#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, "bad-request", nil),
    ("[]", "bad-request", nil),
    ("5", "bad-request", nil),
    ("{", "unclosed", nil),
    (#"{"id":1,"id":2}"#, "duplicate", nil),
  ])
  func `An invalid request is rejected with its id if it has one`(
    text: String, code: String, id: RequestID?
  ) {
    guard case .invalid(let error, let found) = Request.parse(text) else {
      Issue.record("'\(text)' is no request")
      return
    }
    #expect(error.code == code)
    #expect(found == id)
  }
}
