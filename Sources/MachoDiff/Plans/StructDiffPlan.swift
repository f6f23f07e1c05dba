import MachoMetadata

/// The plan of a struct whose stored properties can be read in place.
///
/// SAFETY: as every plan, it is immutable once it is published; see `DiffPlan`.
class StructDiffPlan: DiffPlan, @unchecked Sendable {
  let fields: FieldDiffPlans
  private let equality: DumpEquality?
  private let identity: IdentityWitness?
  private let typeName: DumpTypeName

  init(_ type: Any.Type, _ fields: FieldDiffPlans) {
    self.fields = fields
    equality = DumpEquality(of: type, comparesParts: true)
    identity = IdentityWitness(of: type)
    typeName = DumpTypeName(type)
    super.init(type)
  }

  override var usesMirror: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool {
    equality == nil && fields.isReflexive(depth)
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    guard let equality else { return fields.areEqual(left, right, &visited) }
    return equality.areEqual(left, right) { fields.areEqual(left, right, &visited) }
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identity?.areIdentical(left, right) ?? false
  }

  override func isInline(_ value: ValueAddress) -> Bool { fields.isEmpty }

  private func writeOpening(to printer: inout Printer) {
    typeName.write(to: &printer)
    printer.open(.fields)
  }

  override func spellsOptionalCase(_ value: ValueAddress) -> Bool { false }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    writeOpening(to: &printer)
    fields.write(of: value, to: &printer, depth: options.depth)
    printer.close()
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    fields.writeDifference(
      left, right, of: self, values: (left, right), isNamed: true, at: position,
      prefix: writeOpening,
      to: &printer)
  }
}

/// The plan of a tuple whose elements can be read in place.
final class TupleDiffPlan: DiffPlan, @unchecked Sendable {
  let fields: FieldDiffPlans

  init(_ type: Any.Type, _ fields: FieldDiffPlans) {
    self.fields = fields
    super.init(type)
  }

  override var usesMirror: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool { fields.isReflexive(depth) }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    fields.areEqual(left, right, &visited)
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool { false }

  override func isInline(_ value: ValueAddress) -> Bool { fields.isEmpty }

  override func spellsOptionalCase(_ value: ValueAddress) -> Bool { false }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    printer.open(.fields)
    fields.write(of: value, to: &printer, depth: options.depth)
    printer.close()
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    fields.writeDifference(
      left, right, of: self, values: (left, right), isNamed: false, at: position,
      prefix: { $0.open(.fields) },
      to: &printer)
  }
}
