import CustomDump
import Foundation
import MachoMetadata

/// Creates the diff plan of a type.
enum DiffPlanFactory {
  static func makePlan(_ type: Any.Type) -> DiffPlan {
    switch TypeKind(of: type) {
    case .structure, .enumeration:
      makeNominalPlan(type) ?? EquatableDiffPlan(comparing: type) ?? DiffPlan(type)
    case .optional: makeNominalPlan(type) ?? DiffPlan(type)
    case .tuple: makeTuplePlan(type) ?? DiffPlan(type)
    case .function: FunctionDiffPlan(type)
    default: DiffPlan(type)
    }
  }

  /// Returns the plan of a field that is read in place, or `nil` if it cannot be.
  static func lazyPlan(for field: Field) -> LazyDiffPlan? {
    guard let reason = field.unsupportedReason else { return LazyDiffPlan(field.type) }
    return canReadInPlace(field.type, reason) ? LazyDiffPlan(field.type) : nil
  }

  /// Functions print and compare alike, so they need not be read.
  static func canReadInPlace(_ type: Any.Type, _ reason: MetadataError.Reason) -> Bool {
    guard reason == .function else { return false }
    switch TypeKind(of: type) {
    case .function: return true
    case .optional:
      return OptionalReader(type).map { TypeKind(of: $0.wrapped) == .function } ?? false
    default: return false
    }
  }

  private static func makeNominalPlan(_ type: Any.Type) -> DiffPlan? {
    // Casts expose an `AnyHashable` as its contents.
    if type == AnyHashable.self || type is any _CustomDiffObject.Type { return nil }
    if PointerDump.isPointer(type) { return nil }
    if let described = type as? any CustomDumpStringConvertible.Type {
      return self.makeDescribedPlan(described)
    }
    if let represented = type as? any CustomDumpRepresentable.Type {
      return self.makeRepresentedPlan(represented)
    }
    if type is any CustomDumpReflectable.Type { return nil }
    if TypeKind(of: type) == .optional { return OptionalDiffPlan(reading: type) }
    if let leaf = makeLeafPlan(type) { return leaf }
    if let reader = makeElementReader(for: type) { return ElementsDiffPlan(type, reader) }
    if type is any CustomReflectable.Type || type is any StringProtocol.Type { return nil }
    return TypeKind(of: type) == .structure ? makeStructPlan(type) : EnumDiffPlan(reading: type)
  }

  private static func makeLeafPlan(_ type: Any.Type) -> DiffPlan? {
    if type == String.self { return StringDiffPlan(type) }
    if type == Int.self { return IntegerDiffPlan(type) }
    if type == Bool.self { return BoolDiffPlan(type) }
    if let float = type as? any BinaryFloatingPoint.Type,
      isStandardLibraryType(type) || type == CGFloat.self
    {
      func open<Value: BinaryFloatingPoint>(_: Value.Type) -> DiffPlan { FloatDiffPlan<Value>() }
      return open(float)
    }
    if isStandardLibraryType(type), type is any CustomReflectable.Type,
      let integer = type as? any FixedWidthInteger.Type
    {
      func open<Value: FixedWidthInteger>(_: Value.Type) -> DiffPlan {
        NumberDiffPlan<Value>()
      }
      return open(integer)
    }
    return nil
  }

  private static func isStandardLibraryType(_ type: Any.Type) -> Bool {
    TypeName.module(type) == "Swift"
  }

  private static func makeStructPlan(_ type: Any.Type) -> DiffPlan? {
    guard let schema = try? StructSchema.of(type),
      let fields = FieldDiffPlans(schema.properties, hidesMacroStorage: true)
    else { return nil }
    // custom-dump compares structs without fields by their descriptions.
    if fields.isEmpty, hasCustomDescription(type) { return nil }
    guard let dumped = type as? any SourceDumped.Type else { return StructDiffPlan(type, fields) }
    func open<Value: SourceDumped>(_: Value.Type) -> DiffPlan {
      SourceDumpedDiffPlan<Value>(type, fields)
    }
    return open(dumped)
  }

  private static func makeTuplePlan(_ type: Any.Type) -> DiffPlan? {
    guard let schema = try? TupleSchema.of(type),
      let fields = FieldDiffPlans(schema.elements, hidesMacroStorage: false)
    else { return nil }
    return TupleDiffPlan(type, fields)
  }

  /// Whether the type has a custom description.
  static func hasCustomDescription(_ type: Any.Type) -> Bool {
    type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
      || type is any TextOutputStreamable.Type
  }
}
