import MachoMetadata

/// The plan of a type whose values print as text without parts.
class TextPlan: Plan, @unchecked Sendable {
  private let comparison: Comparison?
  private let identification: Identification?

  override init(_ type: Any.Type) {
    comparison = Comparison(of: type)
    identification = Identification(of: type)
    super.init(type)
  }

  override var isOpaque: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool { true }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool {
    if let comparison { return comparison.areEqual(left, right) }
    return AnyEquality.areEqualByMirror(
      left.loaded(as: type), right.loaded(as: type), &met)
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identification?.areIdentical(left, right) ?? false
  }

  override func isInline(_ value: ValueAddress) -> Bool { true }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    writeBoth(left, right, at: place, to: &printer)
  }
}

final class IntegerPlan: TextPlan, @unchecked Sendable {
  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool { left.value(as: Int.self) == right.value(as: Int.self) }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    printer.write(number: value.value(as: Int.self))
  }
}

final class BoolPlan: TextPlan, @unchecked Sendable {
  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool { left.value(as: Bool.self) == right.value(as: Bool.self) }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    printer.write(plain: value.value(as: Bool.self) ? "true" : "false")
  }
}

/// The plan of a number that prints as it describes itself.
final class NumberPlan<Value: Equatable>: TextPlan, @unchecked Sendable {
  private let reflexive: Bool

  init(isReflexive: Bool) {
    reflexive = isReflexive
    super.init(Value.self)
  }

  override func isReflexive(_ depth: Int) -> Bool { reflexive }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    printer.write(plain: "\(value.value(as: Value.self))")
  }
}

final class StringPlan: TextPlan, @unchecked Sendable {
  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    StringText.write(value.value(as: String.self), to: &printer, form: form)
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool { left.value(as: String.self) == right.value(as: String.self) }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    let (old, new) = (left.value(as: String.self), right.value(as: String.self))
    if writeIfPlain(old, new, at: place, to: &printer) { return }
    if StringText.hasNewline(old) || StringText.hasNewline(new) {
      LineDifference.write(old, new, at: place, to: &printer)
    } else {
      writeBoth(left, right, at: place, to: &printer)
    }
  }
}

extension StringPlan {
  /// Writes two strings as most are, of one line and without quotes.
  private func writeIfPlain(
    _ old: String, _ new: String, at place: Place, to printer: inout Printer
  ) -> Bool {
    let start = printer.count
    printer.begin(.old, at: place)
    place.oldName.write(to: &printer)
    guard printer.writeQuoted(ifPlain: old) else {
      printer.drop(from: start)
      return false
    }
    printer.writeComma(at: place)
    printer.endLine()
    printer.begin(.new, at: place)
    place.newName.write(to: &printer)
    guard printer.writeQuoted(ifPlain: new) else {
      printer.drop(from: start)
      return false
    }
    printer.writeComma(at: place)
    return true
  }
}

/// Functions have nothing to show or to compare, so they are not read.
final class FunctionPlan: Plan, @unchecked Sendable {
  override var isOpaque: Bool { false }
  override func isReflexive(_ depth: Int) -> Bool { true }
  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool { true }
  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool { false }
  override func isInline(_ value: ValueAddress) -> Bool { true }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    printer.write("(Function)")
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    writeBoth(left, right, at: place, to: &printer)
  }
}
