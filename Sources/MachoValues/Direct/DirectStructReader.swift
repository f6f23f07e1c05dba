import MachoMetadata

/// `Contact(id: 3, name: "Blob")`, its properties in any order.
final class DirectStructReader: DirectReader, @unchecked Sendable {
  private final class PropertyReader: Sendable {
    let name: [UInt8]
    let type: Any.Type
    let offset: FieldOffset
    let lazyReader: LazyDirectReader

    init(_ property: StructTextSchema.Property) {
      name = property.nameBytes
      type = property.field.type
      offset = property.field.fieldOffset
      lazyReader = LazyDirectReader(property.field.type)
    }
  }

  private let fields: [PropertyReader]
  /// What may stand before the properties.
  private let openings: [[UInt8]]

  /// Nil for a struct that takes more than its properties as they are named.
  init?(_ plan: StructTextSchema) {
    guard !plan.needsDecoder, !(plan.metadata.type is any TextDefaulted.Type),
      // One bit for each tells which are made.
      plan.properties.count <= 64,
      plan.properties.allSatisfy({ !$0.isHidden && $0.field.refusal == nil }),
      let name = plan.path.last, plan.path.allSatisfy(DirectReader.isName),
      // To `Parser` these calls are something else.
      !DirectReader.isUnquotedInDump(name)
    else { return nil }
    fields = plan.properties.map(PropertyReader.init)
    let opening = UInt8(ascii: "(")
    openings =
      [Array(plan.path.joined(separator: [UInt8(ascii: ".")])) + [opening]]
      + (plan.path.count > 1 ? [name + [opening]] : [])
      + ["init(", ".init("].map { Array($0.utf8) }
    super.init(plan.metadata.type)
  }

  override var isDirect: Bool { true }

  override func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    guard consumeOpening(&text), text.beginNesting() else { return false }
    text.isChained = false
    var made: UInt64 = 0
    guard readFields(&text, into: room, &made, syntax), initializeOmittedFields(in: room, &made)
    else {
      for index in fields.indices where made & 1 << index != 0 {
        room.field(fields[index].offset).destroy(fields[index].type)
      }
      return false
    }
    return true
  }

  private func consumeOpening(_ text: inout ByteCursor) -> Bool {
    for opening in openings where text.consume(opening) { return true }
    return false
  }

  private func readFields(
    _ text: inout ByteCursor, into room: UninitializedValue, _ made: inout UInt64,
    _ syntax: ValueSyntax
  ) -> Bool {
    text.skipSpace()
    if text.endNesting(UInt8(ascii: ")")) { return true }
    var index = 0
    while true {
      guard consumeLabel(&text, &index), made & 1 << index == 0 else { return false }
      let field = fields[index]
      text.skipSpace()
      guard field.lazyReader.reader.read(&text, into: room.field(field.offset), syntax) else {
        return false
      }
      made |= 1 << index
      text.skipSpace()
      if text.endNesting(UInt8(ascii: ")")) { return true }
      guard text.consume(UInt8(ascii: ",")) else { return false }
      text.skipSpace()
      index += 1
    }
  }

  /// Takes the label of a property, which mostly is the one at `index`.
  private func consumeLabel(_ text: inout ByteCursor, _ index: inout Int) -> Bool {
    if index < fields.count, text.consumeLabel(fields[index].name) { return true }
    guard let found = fields.firstIndex(where: { text.consumeLabel($0.name) }) else { return false }
    index = found
    return true
  }

  private func initializeOmittedFields(in room: UninitializedValue, _ made: inout UInt64) -> Bool {
    for (index, field) in fields.enumerated() where made & 1 << index == 0 {
      guard field.lazyReader.reader.initializeOmitted(in: room.field(field.offset)) else {
        return false
      }
      made |= 1 << index
    }
    return true
  }
}

extension DirectReader {
  /// Whether the bytes are a name as a text has it without backticks.
  static func isName(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, isNameStart(first) else { return false }
    return bytes.allSatisfy(isNameByte)
  }

  /// Whether a call of this name may be what custom-dump prints, without quotes.
  static func isUnquotedInDump(_ name: [UInt8]) -> Bool {
    ["UUID", "URL", "Date"].contains { name.elementsEqual($0.utf8) }
  }
}
