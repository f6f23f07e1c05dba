import MachoMetadata

/// `Contact(id: 3, name: "Blob")`, its properties in any order.
final class PlainStructReader: PlainReader, @unchecked Sendable {
  private final class Field: Sendable {
    let name: [UInt8]
    let type: Any.Type
    let place: PartPlace
    let slot: PlainReaderSlot

    init(_ property: StructPlan.Property) {
      name = property.nameBytes
      type = property.part.type
      place = property.part.place
      slot = PlainReaderSlot(property.part.type)
    }
  }

  private let fields: [Field]
  /// What may stand before the properties.
  private let openings: [[UInt8]]

  /// Nil for a struct that takes more than its properties as they are named.
  init?(_ plan: StructPlan) {
    guard !plan.needsDecoder, !(plan.schema.type is any TextDefaulted.Type),
      // One bit for each tells which are made.
      plan.properties.count <= 64,
      plan.properties.allSatisfy({ !$0.isHidden && $0.part.refusal == nil }),
      let name = plan.path.last, plan.path.allSatisfy(PlainReader.isName),
      // To `Parser` these calls are something else.
      !PlainReader.isSpelledByDump(name)
    else { return nil }
    fields = plan.properties.map(Field.init)
    let opening = UInt8(ascii: "(")
    openings =
      [Array(plan.path.joined(separator: [UInt8(ascii: ".")])) + [opening]]
      + (plan.path.count > 1 ? [name + [opening]] : [])
      + ["init(", ".init("].map { Array($0.utf8) }
    super.init(plan.schema.type)
  }

  override var isPlain: Bool { true }

  override func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    guard takeOpening(&text), text.enter() else { return false }
    text.isChained = false
    var made: UInt64 = 0
    guard readFields(&text, into: room, &made, syntax), makeAbsent(in: room, &made) else {
      for index in fields.indices where made & 1 << index != 0 {
        room.of(fields[index].place).destroy(fields[index].type)
      }
      return false
    }
    return true
  }

  private func takeOpening(_ text: inout PlainText) -> Bool {
    for opening in openings where text.take(opening) { return true }
    return false
  }

  private func readFields(
    _ text: inout PlainText, into room: ValueRoom, _ made: inout UInt64, _ syntax: ValueSyntax
  ) -> Bool {
    text.skipSpace()
    if text.leave(UInt8(ascii: ")")) { return true }
    var index = 0
    while true {
      guard takeLabel(&text, &index), made & 1 << index == 0 else { return false }
      let field = fields[index]
      text.skipSpace()
      guard field.slot.reader.read(&text, into: room.of(field.place), syntax) else { return false }
      made |= 1 << index
      text.skipSpace()
      if text.leave(UInt8(ascii: ")")) { return true }
      guard text.take(UInt8(ascii: ",")) else { return false }
      text.skipSpace()
      index += 1
    }
  }

  /// Takes the label of a property, which mostly is the one at `index`.
  private func takeLabel(_ text: inout PlainText, _ index: inout Int) -> Bool {
    if index < fields.count, text.takeLabel(fields[index].name) { return true }
    guard let found = fields.firstIndex(where: { text.takeLabel($0.name) }) else { return false }
    index = found
    return true
  }

  private func makeAbsent(in room: ValueRoom, _ made: inout UInt64) -> Bool {
    for (index, field) in fields.enumerated() where made & 1 << index == 0 {
      guard field.slot.reader.makeAbsent(in: room.of(field.place)) else { return false }
      made |= 1 << index
    }
    return true
  }
}

extension PlainReader {
  /// Whether the bytes are a name as a text has it without backticks.
  static func isName(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, isNameStart(first) else { return false }
    return bytes.allSatisfy(isNameByte)
  }

  /// Whether a call of this name may be what custom-dump prints, without quotes.
  static func isSpelledByDump(_ name: [UInt8]) -> Bool {
    ["UUID", "URL", "Date"].contains { name.elementsEqual($0.utf8) }
  }
}
