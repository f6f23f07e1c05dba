/// An AnyHashable is written as its content, with the type's name if the literal does not imply it:
/// `3`, `"three"`, `Int8(3)`, `UUID(3)`.
extension AnyHashable: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> AnyHashable {
    let value = try literal.reader.existential(literal.node, TextSchema.of((any Hashable).self))
    guard let value = value as? AnyHashable else { throw literal.wrongType(AnyHashable.self) }
    return value
  }

  public func write(to printer: inout ValuePrinter) { printer.writeErased(base) }
}
