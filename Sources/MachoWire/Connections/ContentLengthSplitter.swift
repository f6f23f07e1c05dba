import MachoSystem

/// Splits a stream into messages that have a `Content-Length` header.
struct ContentLengthSplitter {
  private static let maximumHeaderSize = 4_096
  private let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  /// How many bytes of a message over the limit are still to be dropped.
  private var bytesToDrop = 0
  private var isBroken = false

  init(limit: Int) { self.limit = limit }

  mutating func append(_ chunk: ArraySlice<UInt8>) {
    bytes.removeSubrange(..<start)
    start = 0
    bytes.append(contentsOf: chunk)
  }

  mutating func next(atEnd: Bool) -> MessageSplitter.Frame? {
    if bytesToDrop > 0 {
      let dropped = min(bytesToDrop, bytes.count - start)
      start += dropped
      bytesToDrop -= dropped
      if bytesToDrop > 0 { return nil }
    }
    guard !isBroken, start < bytes.count else { return nil }
    guard let end = endOfHeader else {
      if let first = firstField, !first.contains(UInt8(ascii: ":")) {
        return fail("a message must begin with a header, 'Content-Length: N'")
      }
      guard atEnd || bytes.count - start > Self.maximumHeaderSize else { return nil }
      return fail(
        "a header must end in an empty line, after at most \(Self.maximumHeaderSize) bytes")
    }
    let count: Int
    do throws(WireError) { count = try length(in: bytes[start..<end.lowerBound]) } catch {
      isBroken = true
      return .unrecoverable(error)
    }
    guard count <= limit else {
      start = end.upperBound
      bytesToDrop = count
      return .invalid(WireError(LineReadError.tooLong(limit: limit)))
    }
    guard bytes.count - end.upperBound >= count else {
      return atEnd ? fail("the connection ended within a message") : nil
    }
    start = end.upperBound + count
    let body = bytes[end.upperBound..<start]
    guard let text = String(validating: body, as: UTF8.self) else {
      let offset = body.prefix { $0 < 0x80 }.count
      return .invalid(WireError(LineReadError.invalidUTF8(offset: offset)))
    }
    return .message(text)
  }

  private mutating func fail(_ message: String) -> MessageSplitter.Frame {
    isBroken = true
    return .unrecoverable(WireError(.invalidRequest, "bad-request", message))
  }

  /// The range of the blank line that ends the header.
  private var endOfHeader: Range<Int>? {
    let mark = Array("\r\n\r\n".utf8)
    let last = min(bytes.count, start + Self.maximumHeaderSize)
    guard last - start >= mark.count else { return nil }
    for index in start...(last - mark.count)
    where bytes[index..<index + mark.count].elementsEqual(mark) {
      return index..<index + mark.count
    }
    return nil
  }

  /// The first line of the header, once it is complete.
  private var firstField: ArraySlice<UInt8>? {
    bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { bytes[start..<$0] }
  }

  private func length(in header: ArraySlice<UInt8>) throws(WireError) -> Int {
    var count: Int?
    for field in String(decoding: header, as: UTF8.self).split(separator: "\r\n") {
      guard let colon = field.firstIndex(of: ":") else {
        throw WireError(.invalidRequest, "bad-request", "a header must be 'Content-Length: N'")
      }
      guard field[..<colon].lowercased() == "content-length" else { continue }
      let text = field[field.index(after: colon)...].drop { $0 == " " }
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), count == nil,
        let number = Int(text)
      else {
        throw WireError(.invalidRequest, "bad-request", "'Content-Length' must be one integer")
      }
      count = number
    }
    guard let count else {
      throw WireError(.invalidRequest, "bad-request", "'Content-Length' is missing")
    }
    return count
  }
}
