/// Makes requests of bytes, in one of the dialects.
protocol Intake {
  /// Takes bytes, hands on the requests that they complete, and says whether to go on.
  mutating func take(_ bytes: ArraySlice<UInt8>, atEnd: Bool, into: (Incoming) -> Void) -> Bool
}

/// Makes requests of messages in JSON.
struct MessageIntake: Intake {
  private var reader: MessageReader

  init(_ reader: MessageReader) { self.reader = reader }

  mutating func take(_ bytes: ArraySlice<UInt8>, atEnd: Bool, into: (Incoming) -> Void) -> Bool {
    reader.append(bytes)
    while let piece = reader.next(atEnd: atEnd) {
      switch piece {
      case .message(let text): into(Request.read(text))
      case .refused(let error): into(.refused(error, nil))
      case .broken(let error):
        into(.refused(error, nil))
        return false
      }
    }
    return true
  }
}
