import Testing

@testable import MachoWire

@Suite struct MessageSplitterTests {
  @Test(arguments: [1, 2, 3, 7, 64, 100_000])
  func `Lines are split into messages for any chunk size`(size: Int) {
    let pieces = read("{\"a\":1}\r\n\n{}\nlast", .lines, size)
    #expect(pieces == ["{\"a\":1}", "{}", "last"])
  }

  @Test(arguments: [1, 2, 3, 7, 64, 100_000])
  func `Messages with headers are split for any chunk size`(size: Int) {
    let text =
      "Content-Length: 2\r\n\r\n{}content-length:7\r\nContent-Type: x\r\n\r\n{\"é\":1}"
      .replacing("length:7", with: "length:8")
    #expect(read(text, .contentLength, size) == ["{}", "{\"é\":1}"])
  }

  @Test(arguments: [1, 5, 100_000])
  func `A message over the limit is skipped`(size: Int) {
    let long = String(repeating: "x", count: 40)
    #expect(read(long + "\n{}\n", .lines, size, limit: 20) == ["! too-long", "{}"])
    let headed = "Content-Length: 40\r\n\r\n\(long)Content-Length: 2\r\n\r\n{}"
    #expect(read(headed, .contentLength, size, limit: 20) == ["! too-long", "{}"])
  }

  @Test func `Invalid UTF-8 is skipped`() {
    #expect(
      read([0x7B, 0xFF, 0x7D, 0x0A, 0x7B, 0x7D, 0x0A], .lines, 3) == ["! invalid-utf8", "{}"])
    let headed = Array("Content-Length: 3\r\n\r\n".utf8) + [0x7B, 0xFF, 0x7D]
    #expect(
      read(headed + Array("Content-Length: 2\r\n\r\n{}".utf8), .contentLength, 4)
        == ["! invalid-utf8", "{}"])
  }

  @Test(arguments: [
    "{}\r\n", "Content-Length: x\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}",
    "Content-Type: x\r\n\r\n{}", "Content-Length: 1\r\nContent-Length: 1\r\n\r\n{}",
    "Content-Length: 99999999999999999999\r\n\r\n{}", "Content-Length: 5\r\n\r\n{}", "Content-Le",
  ])
  func `A broken header ends the connection`(text: String) {
    #expect(read(text, .contentLength, 100) == ["!! bad-request"])
  }

  private func read(_ text: String, _ framing: Framing, _ size: Int, limit: Int = 100) -> [String] {
    read(Array(text.utf8), framing, size, limit: limit)
  }

  private func read(
    _ bytes: [UInt8], _ framing: Framing, _ size: Int, limit: Int = 100
  ) -> [String] {
    var reader = MessageSplitter(framing, limit: limit)
    var found: [String] = []
    func take(atEnd: Bool) {
      while let piece = reader.next(atEnd: atEnd) {
        switch piece {
        case .message(let text): found.append(text)
        case .invalid(let error): found.append("! \(error.code)")
        case .unrecoverable(let error): found.append("!! \(error.code)")
        }
      }
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      reader.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      take(atEnd: false)
    }
    take(atEnd: true)
    return found
  }
}
