/// Decodes requests from bytes, in one of the dialects.
protocol RequestDecoder: Sendable {
  /// Appends bytes that were read.
  mutating func append(_ bytes: ArraySlice<UInt8>)
  /// Returns the next request, or `nil` if more bytes are needed. At the end, incomplete input is
  /// returned as a request.
  mutating func next(atEnd: Bool) -> IncomingMessage?
  /// Whether the start of the next request cannot be found any more.
  var isBroken: Bool { get }
}

/// Decodes requests from JSON messages.
struct JSONRequestDecoder: RequestDecoder {
  private var splitter: MessageSplitter
  private(set) var isBroken = false

  init(_ splitter: MessageSplitter) { self.splitter = splitter }

  mutating func append(_ bytes: ArraySlice<UInt8>) { splitter.append(bytes) }

  mutating func next(atEnd: Bool) -> IncomingMessage? {
    switch splitter.next(atEnd: atEnd) {
    case .message(let text)?: return Request.parse(text)
    case .invalid(let error)?: return .invalid(error, nil)
    case .unrecoverable(let error)?:
      isBroken = true
      return .invalid(error, nil)
    case nil: return nil
    }
  }
}
