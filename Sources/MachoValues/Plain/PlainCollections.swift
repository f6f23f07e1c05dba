import MachoMetadata

/// `nil`, or a value.
final class PlainOptionalReader: PlainReader, @unchecked Sendable {
  private let optional: OptionalReader
  private let wrapped: PlainReaderSlot

  init(_ type: Any.Type, _ optional: OptionalReader) {
    self.optional = optional
    wrapped = PlainReaderSlot(optional.wrapped)
    super.init(type)
  }

  // Nil is plain whatever might be there instead.
  override var isPlain: Bool { true }

  override func makeAbsent(in room: ValueRoom) -> Bool {
    optional.makeNil(in: room)
    return true
  }

  override func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    let dot = text.byte == UInt8(ascii: ".") ? 1 : 0
    text.position += dot
    if text.takeWord("nil") || text.takeWord("none") {
      text.isChained = false
      optional.makeNil(in: room)
      return true
    }
    // `some(…)` is the Optional's, and these with more behind them are whatever `Reader` says.
    let isSpecial =
      text.comesNext(name: "some") || text.comesNext(name: "nil") || text.comesNext(name: "none")
    text.position -= dot
    let wrapped = wrapped.reader
    guard wrapped.isPlain, !isSpecial else { return readByTree(&text, into: room, syntax) }
    guard wrapped.read(&text, into: room, syntax) else { return false }
    optional.wrap(in: room)
    return true
  }
}

/// `[1, 2]`
final class PlainArrayReader: PlainReader, @unchecked Sendable {
  private let maker: any ArrayMaking
  private let element: PlainReaderSlot

  init(_ type: Any.Type, _ maker: any ArrayMaking) {
    self.maker = maker
    element = PlainReaderSlot(maker.element)
    super.init(type)
  }

  // An array of nothing is plain whatever might be in it.
  override var isPlain: Bool { true }

  override func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    let element = element.reader
    guard element.isPlain else { return readByTree(&text, into: room, syntax) }
    guard text.take(UInt8(ascii: "[")), text.enter() else { return false }
    text.skipSpace()
    var isFirst = true
    return maker.make(in: room) { room in
      if isFirst {
        isFirst = false
        if text.leave(UInt8(ascii: "]")) { return .none }
      } else {
        text.skipSpace()
        if text.leave(UInt8(ascii: "]")) { return .none }
        guard text.take(UInt8(ascii: ",")) else { return .failure }
        text.skipSpace()
      }
      return element.read(&text, into: room, syntax) ? .made : .failure
    }
  }
}
