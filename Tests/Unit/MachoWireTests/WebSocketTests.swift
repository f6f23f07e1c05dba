import Testing

@testable import MachoWire

@Suite struct WebSocketTests {
  /// A client's frame.
  private func frame(_ first: UInt8, _ payload: [UInt8], isMasked: Bool = true) -> [UInt8] {
    let mask: [UInt8] = [1, 2, 3, 4]
    var bytes = [first]
    if payload.count < 126 {
      bytes.append(UInt8(payload.count) | (isMasked ? 0x80 : 0))
    } else {
      bytes += [126 | 0x80, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    }
    guard isMasked else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
  }

  private func decode(_ bytes: [UInt8], limit: Int = 1_000, chunk: Int = 1) -> [WebSocketDecoder
    .Input]
  {
    var decoder = WebSocketDecoder(limit: limit)
    var inputs: [WebSocketDecoder.Input] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      decoder.append(bytes[start..<min(start + chunk, bytes.count)])
      while let input = decoder.next() {
        inputs.append(input)
        if case .violation = input { return inputs }
      }
    }
    return inputs
  }

  @Test func `The accepted key is that of the standard's example`() {
    #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test(arguments: [1, 3, 4_096])
  func `Messages, fragments and pings are decoded from chunks of any size`(chunk: Int) {
    let long = String(repeating: "é", count: 200)
    let bytes =
      frame(0x81, Array("one".utf8)) + frame(0x01, Array("tw".utf8)) + frame(0x89, [7])
      + frame(0x80, Array("o".utf8)) + frame(0x81, Array(long.utf8)) + frame(0x88, [3, 232])
    #expect(
      decode(bytes, chunk: chunk)
        == [.message("one"), .ping([7]), .message("two"), .message(long), .close])
  }

  @Test func `Violations end the connection with the status of the standard`() {
    #expect(decode(frame(0x81, [65], isMasked: false)) == [.violation(1002)])
    #expect(decode(frame(0xC1, [65])) == [.violation(1002)])
    #expect(decode(frame(0x82, [65])) == [.violation(1002)])
    #expect(decode(frame(0x80, [65])) == [.violation(1002)])
    #expect(decode(frame(0x09, [65])) == [.violation(1002)])
    #expect(decode(frame(0x81, [0xFF])) == [.violation(1007)])
    #expect(
      decode(frame(0x81, [UInt8](repeating: 65, count: 200)), limit: 100) == [.violation(1009)])
    let fragments = frame(0x01, [UInt8](repeating: 65, count: 60))
    #expect(
      decode(fragments + frame(0x80, [UInt8](repeating: 65, count: 60)), limit: 100) == [
        .violation(1009)
      ])
    #expect(
      decode([0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 8) + [0, 0, 0, 0]) == [.violation(1009)]
    )
  }

  @Test func `A server's frame has the length in the shortest form`() {
    #expect(WebSocketFrames.frame(.text, [65]) == [0x81, 1, 65])
    let medium = WebSocketFrames.frame(.text, [UInt8](repeating: 65, count: 200))
    #expect(Array(medium.prefix(4)) == [0x81, 126, 0, 200])
    let large = WebSocketFrames.frame(.text, [UInt8](repeating: 65, count: 70_000))
    #expect(Array(large.prefix(10)) == [0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70])
    #expect(WebSocketFrames.close(1001) == [0x88, 2, 3, 233])
  }
}

@Suite struct HTTPRequestHeadTests {
  @Test func `A head has a path, a query and headers in any case`() throws {
    let head = try #require(
      HTTPRequestHead(
        parsing:
          "GET /socket?a=1&token=x%20 HTTP/1.1\r\nHOST: localhost\r\nConnection: keep-alive, Upgrade"
      ))
    #expect(head.method == "GET" && head.path == "/socket")
    #expect(head.queryValue("token") == "x%20" && head.queryValue("b") == nil)
    #expect(head[header: "host"] == "localhost")
    #expect(head.contains("upgrade", in: "connection"))
  }

  @Test func `A header that occurs twice has no value`() throws {
    let head = try #require(HTTPRequestHead(parsing: "GET / HTTP/1.1\r\nHost: a\r\nHost: b"))
    #expect(head[header: "host"] == nil)
  }

  @Test(arguments: [
    "", "GET /", "GET  / HTTP/1.1", "GET http://a/ HTTP/1.1", "GET / HTTP/2",
    "GET / HTTP/1.1\r\nno colon", "GET / HTTP/1.1\r\nA: b\r\n folded: c",
  ])
  func `A malformed head is refused`(text: String) {
    #expect(HTTPRequestHead(parsing: text) == nil)
  }
}
