/// Makes requests of bytes, in one of the dialects.
protocol Intake: Sendable {
  /// Takes bytes that came.
  mutating func append(_ bytes: ArraySlice<UInt8>)
  /// The next request; nil when more bytes are needed. At the end, what is left is one.
  mutating func next(atEnd: Bool) -> Incoming?
  /// Whether nobody can tell where another request would begin.
  var isBroken: Bool { get }
}

/// Makes requests of messages in JSON.
struct MessageIntake: Intake {
  private var reader: MessageReader
  private(set) var isBroken = false

  init(_ reader: MessageReader) { self.reader = reader }

  mutating func append(_ bytes: ArraySlice<UInt8>) { reader.append(bytes) }

  mutating func next(atEnd: Bool) -> Incoming? {
    switch reader.next(atEnd: atEnd) {
    case .message(let text)?: return Request.read(text)
    case .refused(let error)?: return .refused(error, nil)
    case .broken(let error)?:
      isBroken = true
      return .refused(error, nil)
    case nil: return nil
    }
  }
}
