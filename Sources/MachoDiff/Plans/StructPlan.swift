import MachoMetadata

/// The plan of a struct whose stored properties can be read.
final class StructPlan: Plan, @unchecked Sendable {
  let parts: PlannedParts
  private let comparison: Comparison?
  private let identification: Identification?
  private let opening: [UInt8]

  init(_ type: Any.Type, _ parts: PlannedParts) {
    self.parts = parts
    comparison = Comparison(of: type)
    identification = Identification(of: type)
    opening = Array(TypeText.name(of: type).utf8) + [.open]
    super.init(type)
  }

  override var isOpaque: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool {
    comparison == nil && parts.isReflexive(depth)
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool {
    comparison?.areEqual(left, right) ?? parts.areEqual(left, right, &met)
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identification?.areIdentical(left, right) ?? false
  }

  override func isInline(_ value: ValueAddress) -> Bool { parts.isEmpty }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    printer.write(line: opening)
    parts.write(of: value, to: &printer, depth: form.depth)
    printer.write(.close)
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    parts.writeDifference(
      left, right, of: self, values: (left, right), at: place, prefix: { $0.write(line: opening) },
      to: &printer)
  }
}

/// The plan of a tuple whose elements can be read.
final class TuplePlan: Plan, @unchecked Sendable {
  let parts: PlannedParts

  init(_ type: Any.Type, _ parts: PlannedParts) {
    self.parts = parts
    super.init(type)
  }

  override var isOpaque: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool { parts.isReflexive(depth) }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool {
    parts.areEqual(left, right, &met)
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool { false }

  override func isInline(_ value: ValueAddress) -> Bool { parts.isEmpty }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    printer.write(.open)
    parts.write(of: value, to: &printer, depth: form.depth)
    printer.write(.close)
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    parts.writeDifference(
      left, right, of: self, values: (left, right), at: place, prefix: { $0.write(.open) },
      to: &printer)
  }
}
