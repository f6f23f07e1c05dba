/// Makes requests of bytes, in one of the dialects.
protocol RequestDecoder: Sendable {
  /// Takes bytes that came.
  mutating func append(_ bytes: ArraySlice<UInt8>)
  /// The next request; nil when more bytes are needed. At the end, what is left is one.
  mutating func next(atEnd: Bool) -> IncomingMessage?
  /// Whether nobody can tell where another request would begin.
  var isBroken: Bool { get }
}

/// Makes requests of messages in JSON.
struct JSONRequestDecoder: RequestDecoder {
  private var splitter: MessageSplitter
  private(set) var isBroken = false

  init(_ reader: MessageSplitter) { self.splitter = reader }

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
