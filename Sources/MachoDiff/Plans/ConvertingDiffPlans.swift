import CustomDump
import MachoMetadata

/// The plan of a type that converts its values for dumps.
///
/// SAFETY: as every plan, it is immutable once it is published; see `DiffPlan`.
class ConvertingDiffPlan: LeafDiffPlan, @unchecked Sendable {
  override func isReflexive(_ depth: Int) -> Bool { false }
}

/// The plan of a `CustomDumpStringConvertible` type.
final class DescribedDiffPlan<Value: CustomDumpStringConvertible>: ConvertingDiffPlan,
  @unchecked Sendable
{
  private let lossyType = Value.self as? any LossyDump.Type

  override func areShownEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    left.value(as: Value.self).customDumpDescription
      == right.value(as: Value.self).customDumpDescription
  }

  override func isInline(_ value: ValueAddress) -> Bool {
    !value.value(as: Value.self).customDumpDescription.contains("\n" as Character)
  }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    let value = value.value(as: Value.self)
    if let lossyType, printer.labelStyle == .source, options.depth > 0 || !lossyType.isElided,
      let lossless = (value as? any LossyDump)?.losslessDump
    {
      return printer.write(plain: lossless)
    }
    printer.write(description: value.customDumpDescription)
  }
}

/// The plan of a `CustomDumpRepresentable` type.
final class RepresentedDiffPlan<Value: CustomDumpRepresentable>: ConvertingDiffPlan,
  @unchecked Sendable
{
  override func areShownEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    MirrorEquality.areEqual(
      left.value(as: Value.self).customDumpValue, right.value(as: Value.self).customDumpValue,
      &visited)
  }

  override func isInline(_ value: ValueAddress) -> Bool {
    MirrorPrinter.isInline(value.value(as: Value.self))
  }

  override func spellsOptionalCase(_ value: ValueAddress) -> Bool {
    OptionalCase.isSpelled(value.value(as: Value.self).customDumpValue)
  }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    MirrorPrinter.write(
      value.value(as: Value.self).customDumpValue, to: &printer, options: options.nested)
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    MirrorDiff.writeComparison(
      left.value(as: Value.self).customDumpValue, right.value(as: Value.self).customDumpValue,
      at: position, to: &printer)
  }
}

extension DiffPlanFactory {
  static func makeDescribedPlan(_ type: any CustomDumpStringConvertible.Type) -> DiffPlan {
    func open<Value: CustomDumpStringConvertible>(_ type: Value.Type) -> DiffPlan {
      DescribedDiffPlan<Value>(type)
    }
    return open(type)
  }

  static func makeRepresentedPlan(_ type: any CustomDumpRepresentable.Type) -> DiffPlan {
    func open<Value: CustomDumpRepresentable>(_ type: Value.Type) -> DiffPlan {
      RepresentedDiffPlan<Value>(type)
    }
    return open(type)
  }
}
