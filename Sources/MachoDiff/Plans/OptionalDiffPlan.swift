import MachoMetadata

/// The plan of an `Optional`. It uses mirrors if the wrapped type does, because casts look through
/// an `Optional`.
///
/// SAFETY: as every plan, it is immutable once it is published; see `DiffPlan`.
final class OptionalDiffPlan: DiffPlan, @unchecked Sendable {
  private let reader: OptionalReader
  private let lazyPlan: LazyDiffPlan
  private let equality: DumpEquality?

  init?(reading type: Any.Type) {
    guard let reader = OptionalReader(type) else { return nil }
    if let reason = unsupportedReason(for: reader.wrapped),
      !DiffPlanFactory.canReadInPlace(reader.wrapped, reason)
    {
      return nil
    }
    self.reader = reader
    lazyPlan = LazyDiffPlan(reader.wrapped)
    equality = DumpEquality(of: type, comparesParts: true)
    super.init(type)
  }

  private var wrapped: DiffPlan { lazyPlan.plan }

  override var usesMirror: Bool { wrapped.usesMirror }

  override func isReflexive(_ depth: Int) -> Bool { depth > 0 && wrapped.isReflexive(depth - 1) }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    if let equality {
      return equality.areEqual(left, right) { areShownEqual(left, right, &visited) }
    }
    if usesMirror { return super.areEqual(left, right, &visited) }
    return areShownEqual(left, right, &visited)
  }

  /// Whether both are `nil` or wrap equal values.
  private func areShownEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    switch (reader.wrappedAddress(at: left), reader.wrappedAddress(at: right)) {
    case (let left?, let right?): wrapped.areEqual(left, right, &visited)
    case (nil, nil): true
    default: false
    }
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    guard !usesMirror else { return super.areIdentical(left, right) }
    guard let left = reader.wrappedAddress(at: left), let right = reader.wrappedAddress(at: right)
    else {
      return false
    }
    return wrapped.areIdentical(left, right)
  }

  override func isInline(_ value: ValueAddress) -> Bool {
    if usesMirror { return super.isInline(value) }
    guard let contents = reader.wrappedAddress(at: value) else { return true }
    return isInlineInside(contents)
  }

  /// Whether the wrapped value is inline. Only values that casts find through an `Optional` can be.
  private func isInlineInside(_ contents: ValueAddress) -> Bool {
    if let inner = wrapped as? OptionalDiffPlan {
      return inner.reader.wrappedAddress(at: contents).map(inner.isInlineInside) ?? false
    }
    return wrapped is ConvertingDiffPlan && wrapped.isInline(contents)
  }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    if usesMirror { return super.write(value, to: &printer, options: options) }
    guard let contents = reader.wrappedAddress(at: value) else { return printer.writeNil() }
    let needsCase = printer.labelStyle == .source && wrapped.spellsOptionalCase(contents)
    if needsCase { printer.open(.fields, ".some(") }
    wrapped.write(contents, to: &printer, options: options.inside(needsCase))
    if needsCase { printer.close() }
  }

  override func spellsOptionalCase(_ value: ValueAddress) -> Bool {
    reader.wrappedAddress(at: value).map(wrapped.spellsOptionalCase) ?? true
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    if usesMirror { return super.writeDifference(left, right, at: position, to: &printer) }
    guard let old = reader.wrappedAddress(at: left), let new = reader.wrappedAddress(at: right),
      printer.labelStyle == .stored || canShowContents(old, new)
    else { return writeBoth(left, right, at: position, to: &printer) }
    wrapped.writeDifference(old, new, at: position, to: &printer)
  }

  /// Whether the difference of two wrapped values needs no `.some(…)` around them.
  private func canShowContents(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    if !wrapped.spellsOptionalCase(left), !wrapped.spellsOptionalCase(right) { return true }
    return (wrapped as? EnumDiffPlan)?.haveSameCase(left, right) ?? false
  }
}
