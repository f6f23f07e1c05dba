import MachoMetadata

/// `increment`, `.deleteButtonTapped(id: 3)`, `child.increment`
final class PlainEnumReader: PlainReader, @unchecked Sendable {
  private final class Element: Sendable {
    let label: [UInt8]?
    let type: Any.Type
    let place: PartPlace
    let slot: PlainReaderSlot

    init(_ part: Part) {
      label = part.label.map { Array($0.utf8) }
      type = part.type
      place = part.place
      slot = PlainReaderSlot(part.type)
    }
  }

  private final class Case: Sendable {
    let place: CasePlace
    let elements: [Element]

    init(_ choice: EnumCase, of owner: Any.Type) {
      place = CasePlace(choice, of: owner)
      elements = choice.elements.map(Element.init)
    }
  }

  /// The cases that can be read here, and their names in the same order.
  private let cases: [Case]
  private let names: NameTable

  init(_ plan: EnumPlan) {
    let readable = plan.schema.casesByTag.filter { choice in
      !plan.sharedNames.contains(choice.name) && Self.isReadable(choice)
    }
    cases = readable.map { Case($0, of: plan.schema.type) }
    names = NameTable(readable.map { Array($0.name.utf8) })
    super.init(plan.schema.type)
  }

  private static func isReadable(_ choice: EnumCase) -> Bool {
    // A payload without values, `Void`, may be written in several ways.
    choice.elements.isEmpty == (choice.payload == nil)
      && choice.elements.allSatisfy { $0.refusal == nil }
      && !isSpelledByDump(Array(choice.name.utf8))
  }

  override var isPlain: Bool { true }

  override func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    if text.byte == UInt8(ascii: ".") { text.position += 1 }
    text.isChained = false
    guard let name = text.takeName(), let index = names.index(of: name) else { return false }
    let current = cases[index]
    switch text.byte {
    case UInt8(ascii: "<"), UInt8(ascii: "`"): return false
    case UInt8(ascii: "("), UInt8(ascii: "."):
      guard !current.elements.isEmpty, text.enter(),
        current.place.withPayloadRoom(
          in: room, { readPayload(current, &text, into: $0, syntax) })
      else { return false }
    default: guard current.elements.isEmpty else { return false }
    }
    current.place.inject(in: room)
    return true
  }

  private func readPayload(
    _ current: Case, _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    if text.take(UInt8(ascii: "(")) { return readElements(current, &text, into: room, syntax) }
    text.position += 1
    guard current.elements.count == 1, isNameStart(text.byte), text.byte != UInt8(ascii: "`") else {
      return false
    }
    let element = current.elements[0]
    text.isChained = true
    guard element.slot.reader.read(&text, into: room.of(element.place), syntax) else {
      return false
    }
    text.isChained = false
    text.depth -= 1
    return true
  }

  private func readElements(
    _ current: Case, _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    var made = 0
    for element in current.elements {
      text.skipSpace()
      guard made == 0 || text.take(UInt8(ascii: ",")) else { break }
      text.skipSpace()
      // All values may stand in parentheses of their own.
      if element.label == nil, current.elements.count > 1, text.byte == UInt8(ascii: "(") { break }
      if let label = element.label, !text.takeLabel(label) { break }
      text.skipSpace()
      guard element.slot.reader.read(&text, into: room.of(element.place), syntax) else { break }
      made += 1
    }
    text.skipSpace()
    if made == current.elements.count, text.leave(UInt8(ascii: ")")) { return true }
    for element in current.elements[..<made] { room.of(element.place).destroy(element.type) }
    return false
  }
}
