import MachoMetadata

/// `increment`, `.deleteButtonTapped(id: 3)`, `child.increment`
final class DirectEnumReader: DirectReader, @unchecked Sendable {
  private final class ElementReader: Sendable {
    let label: [UInt8]?
    let type: Any.Type
    let offset: FieldOffset
    let lazyReader: LazyDirectReader

    init(_ part: Field) {
      label = part.label.map { Array($0.utf8) }
      type = part.type
      offset = part.fieldOffset
      lazyReader = LazyDirectReader(part.type)
    }
  }

  private final class CaseReader: Sendable {
    let initializer: CaseInitializer
    let elements: [ElementReader]

    init(_ choice: EnumCase, of owner: Any.Type) {
      initializer = CaseInitializer(choice, of: owner)
      elements = choice.elements.map(ElementReader.init)
    }
  }

  /// The cases that can be read here, and their names in the same order.
  private let cases: [CaseReader]
  private let names: NameTable

  init(_ plan: EnumTextSchema) {
    let readable = plan.metadata.casesByTag.filter { choice in
      !plan.sharedNames.contains(choice.name) && Self.isReadable(choice)
    }
    cases = readable.map { CaseReader($0, of: plan.metadata.type) }
    names = NameTable(readable.map { Array($0.name.utf8) })
    super.init(plan.metadata.type)
  }

  private static func isReadable(_ choice: EnumCase) -> Bool {
    // A payload without values, `Void`, may be written in several ways.
    choice.elements.isEmpty == (choice.payload == nil)
      && choice.elements.allSatisfy { $0.refusal == nil }
      && !isUnquotedInDump(Array(choice.name.utf8))
  }

  override var isDirect: Bool { true }

  override func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    if text.byte == UInt8(ascii: ".") { text.position += 1 }
    text.isChained = false
    guard let name = text.parseName(), let index = names.index(of: name) else { return false }
    let current = cases[index]
    switch text.byte {
    case UInt8(ascii: "<"), UInt8(ascii: "`"): return false
    case UInt8(ascii: "("), UInt8(ascii: "."):
      guard !current.elements.isEmpty, text.beginNesting(),
        current.initializer.withUninitializedPayload(
          in: room, { readPayload(current, &text, into: $0, syntax) })
      else { return false }
    default: guard current.elements.isEmpty else { return false }
    }
    current.initializer.inject(in: room)
    return true
  }

  private func readPayload(
    _ current: CaseReader, _ text: inout ByteCursor, into room: UninitializedValue,
    _ syntax: ValueSyntax
  ) -> Bool {
    if text.consume(UInt8(ascii: "(")) { return readElements(current, &text, into: room, syntax) }
    text.position += 1
    guard current.elements.count == 1, isNameStart(text.byte), text.byte != UInt8(ascii: "`") else {
      return false
    }
    let element = current.elements[0]
    text.isChained = true
    guard element.lazyReader.reader.read(&text, into: room.field(element.offset), syntax) else {
      return false
    }
    text.isChained = false
    text.depth -= 1
    return true
  }

  private func readElements(
    _ current: CaseReader, _ text: inout ByteCursor, into room: UninitializedValue,
    _ syntax: ValueSyntax
  ) -> Bool {
    var made = 0
    for element in current.elements {
      text.skipSpace()
      guard made == 0 || text.consume(UInt8(ascii: ",")) else { break }
      text.skipSpace()
      // All values may stand in parentheses of their own.
      if element.label == nil, current.elements.count > 1, text.byte == UInt8(ascii: "(") { break }
      if let label = element.label, !text.consumeLabel(label) { break }
      text.skipSpace()
      guard element.lazyReader.reader.read(&text, into: room.field(element.offset), syntax) else {
        break
      }
      made += 1
    }
    text.skipSpace()
    if made == current.elements.count, text.endNesting(UInt8(ascii: ")")) { return true }
    for element in current.elements[..<made] { room.field(element.offset).destroy(element.type) }
    return false
  }
}
