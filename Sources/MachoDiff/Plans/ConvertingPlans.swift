import CustomDump
import MachoMetadata

/// The plan of a type that makes something else of its values.
class ConvertingPlan: TextPlan, @unchecked Sendable {
  override func isReflexive(_ depth: Int) -> Bool { false }
}

/// The plan of a type that describes its values for dumps.
final class DescribedPlan<Value: CustomDumpStringConvertible>: ConvertingPlan, @unchecked Sendable {
  override func isInline(_ value: ValueAddress) -> Bool {
    !value.value(as: Value.self).customDumpDescription.contains("\n" as Character)
  }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    printer.write(description: value.value(as: Value.self).customDumpDescription)
  }
}

/// The plan of a type that has other values stand for its own.
final class RepresentedPlan<Value: CustomDumpRepresentable>: ConvertingPlan, @unchecked Sendable {
  override func isInline(_ value: ValueAddress) -> Bool {
    AnyText.isInline(value.value(as: Value.self))
  }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    AnyText.write(
      value.value(as: Value.self).customDumpValue, to: &printer, form: form.inside)
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    AnyDifference.writeComparison(
      left.value(as: Value.self).customDumpValue, right.value(as: Value.self).customDumpValue,
      at: place, to: &printer)
  }
}

extension PlanMaker {
  static func described(_ type: any CustomDumpStringConvertible.Type) -> Plan {
    func open<Value: CustomDumpStringConvertible>(_ type: Value.Type) -> Plan {
      DescribedPlan<Value>(type)
    }
    return open(type)
  }

  static func represented(_ type: any CustomDumpRepresentable.Type) -> Plan {
    func open<Value: CustomDumpRepresentable>(_ type: Value.Type) -> Plan {
      RepresentedPlan<Value>(type)
    }
    return open(type)
  }
}
