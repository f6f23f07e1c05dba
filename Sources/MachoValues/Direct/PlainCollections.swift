import MachoMetadata

/// `nil`, or a value.
final class DirectOptionalReader: DirectReader, @unchecked Sendable {
  private let optional: OptionalReader
  private let wrapped: LazyDirectReader

  init(_ type: Any.Type, _ optional: OptionalReader) {
    self.optional = optional
    wrapped = LazyDirectReader(optional.wrapped)
    super.init(type)
  }

  // Nil is plain whatever might be there instead.
  override var isDirect: Bool { true }

  override func initializeOmitted(in room: UninitializedValue) -> Bool {
    optional.initializeNil(in: room)
    return true
  }

  override func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    let dot = text.byte == UInt8(ascii: ".") ? 1 : 0
    text.position += dot
    if text.consumeWord("nil") || text.consumeWord("none") {
      text.isChained = false
      optional.initializeNil(in: room)
      return true
    }
    // `some(…)` is the Optional's, and these with more behind them are whatever `Reader` says.
    let isSpecial =
      text.isNext(name: "some") || text.isNext(name: "nil") || text.isNext(name: "none")
    text.position -= dot
    let wrapped = wrapped.reader
    guard wrapped.isDirect, !isSpecial else { return readUsingTree(&text, into: room, syntax) }
    guard wrapped.read(&text, into: room, syntax) else { return false }
    optional.wrap(in: room)
    return true
  }
}

/// `[1, 2]`
final class DirectArrayReader: DirectReader, @unchecked Sendable {
  private let maker: any ArrayInitializer
  private let element: LazyDirectReader

  init(_ type: Any.Type, _ maker: any ArrayInitializer) {
    self.maker = maker
    element = LazyDirectReader(maker.element)
    super.init(type)
  }

  // An array of nothing is plain whatever might be in it.
  override var isDirect: Bool { true }

  override func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    let element = element.reader
    guard element.isDirect else { return readUsingTree(&text, into: room, syntax) }
    guard text.consume(UInt8(ascii: "[")), text.beginNesting() else { return false }
    text.skipSpace()
    var isFirst = true
    return maker.initializeArray(in: room) { room in
      if isFirst {
        isFirst = false
        if text.endNesting(UInt8(ascii: "]")) { return .end }
      } else {
        text.skipSpace()
        if text.endNesting(UInt8(ascii: "]")) { return .end }
        guard text.consume(UInt8(ascii: ",")) else { return .failure }
        text.skipSpace()
      }
      return element.read(&text, into: room, syntax) ? .initialized : .failure
    }
  }
}
