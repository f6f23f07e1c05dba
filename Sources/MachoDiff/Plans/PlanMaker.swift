import CustomDump
import MachoMetadata

/// Finds out how the values of a type are printed and compared.
enum PlanMaker {
  static func make(_ type: Any.Type) -> Plan {
    switch TypeKind(of: type) {
    case .structure, .enumeration: nominal(type) ?? ComparedPlan(comparing: type) ?? Plan(type)
    case .optional: nominal(type) ?? Plan(type)
    case .tuple: tuple(type) ?? Plan(type)
    case .function: FunctionPlan(type)
    default: Plan(type)
    }
  }

  /// The plan for a part that is read where it lies; nil if it cannot be.
  static func slot(for part: Part) -> PlanSlot? {
    guard let refusal = part.refusal else { return PlanSlot(part.type) }
    return canReadInPlace(part.type, refusal) ? PlanSlot(part.type) : nil
  }

  /// Functions are told from nothing by nothing, so they need not be read.
  static func canReadInPlace(_ type: Any.Type, _ refusal: MetadataError.Reason) -> Bool {
    guard refusal == .function else { return false }
    switch TypeKind(of: type) {
    case .function: return true
    case .optional:
      return OptionalReader(type).map { TypeKind(of: $0.wrapped) == .function } ?? false
    default: return false
    }
  }

  private static func nominal(_ type: Any.Type) -> Plan? {
    // An AnyHashable is cast to whatever the value in it is.
    if type == AnyHashable.self || type is any _CustomDiffObject.Type { return nil }
    if let described = type as? any CustomDumpStringConvertible.Type {
      return self.described(described)
    }
    if let represented = type as? any CustomDumpRepresentable.Type {
      return self.represented(represented)
    }
    if type is any CustomDumpReflectable.Type { return nil }
    if TypeKind(of: type) == .optional { return OptionalPlan(reading: type) }
    if let leaf = leaf(type) { return leaf }
    if let reader = elementReader(for: type) { return ElementsPlan(type, reader) }
    if type is any CustomReflectable.Type || type is any StringProtocol.Type { return nil }
    return TypeKind(of: type) == .structure ? structure(type) : EnumPlan(reading: type)
  }

  private static func leaf(_ type: Any.Type) -> Plan? {
    if type == String.self { return StringPlan(type) }
    if type == Int.self { return IntegerPlan(type) }
    if type == Bool.self { return BoolPlan(type) }
    if type == Double.self { return NumberPlan<Double>(isReflexive: false) }
    if type == Float.self { return NumberPlan<Float>(isReflexive: false) }
    if isStandard(type), type is any CustomReflectable.Type,
      let integer = type as? any FixedWidthInteger.Type
    {
      func open<Value: FixedWidthInteger>(_: Value.Type) -> Plan {
        NumberPlan<Value>(isReflexive: true)
      }
      return open(integer)
    }
    return nil
  }

  private static func isStandard(_ type: Any.Type) -> Bool { TypeName.module(type) == "Swift" }

  private static func structure(_ type: Any.Type) -> Plan? {
    guard let schema = try? StructSchema.of(type),
      let parts = PlannedParts(schema.properties, hidesMacroStorage: true)
    else { return nil }
    // Two without parts are compared by what they say of themselves.
    if parts.isEmpty, describesItself(type) { return nil }
    return StructPlan(type, parts)
  }

  private static func tuple(_ type: Any.Type) -> Plan? {
    guard let schema = try? TupleSchema.of(type),
      let parts = PlannedParts(schema.elements, hidesMacroStorage: false)
    else { return nil }
    return TuplePlan(type, parts)
  }

  /// Whether values are described by other text than their names and parts.
  static func describesItself(_ type: Any.Type) -> Bool {
    type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
      || type is any TextOutputStreamable.Type
  }
}
