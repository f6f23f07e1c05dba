import MachoMetadata

/// The plan of a leaf type, whose values print as text without fields.
///
/// SAFETY: as every plan, it is immutable once it is published; see `DiffPlan`.
class LeafDiffPlan: DiffPlan, @unchecked Sendable {
  private let equality: DumpEquality?
  private let identity: IdentityWitness?

  override init(_ type: Any.Type) {
    equality = DumpEquality(of: type)
    identity = IdentityWitness(of: type)
    super.init(type)
  }

  override var usesMirror: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool { true }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    if let equality {
      return equality.areEqual(left, right) { areShownEqual(left, right, &visited) }
    }
    return MirrorEquality.areEqualByMirror(
      left.anyValue(as: type), right.anyValue(as: type), &visited)
  }

  /// Whether two values that are equal by `==` are written alike. Default: `true`.
  func areShownEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool { true }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identity?.areIdentical(left, right) ?? false
  }

  override func isInline(_ value: ValueAddress) -> Bool { true }

  override func spellsOptionalCase(_ value: ValueAddress) -> Bool { false }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    writeBoth(left, right, at: position, to: &printer)
  }
}

final class IntegerDiffPlan: LeafDiffPlan, @unchecked Sendable {
  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool { left.value(as: Int.self) == right.value(as: Int.self) }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    printer.write(number: value.value(as: Int.self))
  }
}

final class BoolDiffPlan: LeafDiffPlan, @unchecked Sendable {
  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool { left.value(as: Bool.self) == right.value(as: Bool.self) }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: value.value(as: Bool.self) ? "true" : "false")
  }
}

/// The plan of a number that prints as its description.
class NumberDiffPlan<Value: Equatable>: LeafDiffPlan, @unchecked Sendable {
  init() { super.init(Value.self) }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    printer.write(plain: "\(value.value(as: Value.self))")
  }
}

/// The plan of a number with a fraction. Numbers are compared as they are printed: NaN is unchanged, and
/// `-0.0` differs from `0.0`.
final class FloatDiffPlan<Value: BinaryFloatingPoint>: NumberDiffPlan<Value>, @unchecked Sendable {
  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    left.value(as: Value.self).isPrintedLike(right.value(as: Value.self))
  }
}

final class StringDiffPlan: LeafDiffPlan, @unchecked Sendable {
  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    DumpString.write(value.value(as: String.self), to: &printer, options: options)
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    if left.hasSameBytes(as: right, count: MemoryLayout<String>.size) { return true }
    let (left, right) = (left.value(as: String.self), right.value(as: String.self))
    // Strings that are equal by `==` may have different scalars.
    return left == right && left.utf8.elementsEqual(right.utf8)
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    let (old, new) = (left.value(as: String.self), right.value(as: String.self))
    if writeIfPlain(old, new, at: position, to: &printer) { return }
    if printer.canCompareContents(at: position),
      DumpString.isMultiline(old, printer.labelStyle)
        || DumpString.isMultiline(new, printer.labelStyle)
    {
      MultilineStringDiff.write(old, new, at: position, to: &printer)
    } else {
      writeBoth(left, right, at: position, to: &printer)
    }
  }
}

extension StringDiffPlan {
  /// Writes two plain strings, as most are: one line, without quotes or backslashes. Returns
  /// `false`, and writes nothing, for other strings.
  private func writeIfPlain(
    _ old: String, _ new: String, at position: DiffPosition, to printer: inout Printer
  ) -> Bool {
    let start = printer.place
    printer.beginLine(.old, at: position)
    position.oldLabel.write(to: &printer)
    guard printer.writeQuoted(ifPlain: old) else {
      printer.drop(after: start)
      return false
    }
    printer.writeComma(at: position)
    printer.endLine()
    printer.beginLine(.new, at: position)
    position.newLabel.write(to: &printer)
    guard printer.writeQuoted(ifPlain: new) else {
      printer.drop(after: start)
      return false
    }
    printer.writeComma(at: position)
    return true
  }
}

/// The plan of a function type. Functions have nothing to show or compare, so they are not read.
final class FunctionDiffPlan: DiffPlan, @unchecked Sendable {
  override var usesMirror: Bool { false }
  override func isReflexive(_ depth: Int) -> Bool { true }
  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool { true }
  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool { false }
  override func isInline(_ value: ValueAddress) -> Bool { true }
  override func spellsOptionalCase(_ value: ValueAddress) -> Bool { false }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    printer.write("(Function)")
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    writeBoth(left, right, at: position, to: &printer)
  }
}
