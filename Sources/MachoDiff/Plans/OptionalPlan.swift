import MachoMetadata

/// The plan of an Optional. It is as opaque as what is in it, because casts look through it.
final class OptionalPlan: Plan, @unchecked Sendable {
  private let reader: OptionalReader
  private let slot: PlanSlot
  private let comparison: Comparison?

  init?(reading type: Any.Type) {
    guard let reader = OptionalReader(type) else { return nil }
    if let refusal = refusal(for: reader.wrapped),
      !PlanMaker.canReadInPlace(reader.wrapped, refusal)
    {
      return nil
    }
    self.reader = reader
    slot = PlanSlot(reader.wrapped)
    comparison = Comparison(of: type)
    super.init(type)
  }

  private var wrapped: Plan { slot.plan }

  override var isOpaque: Bool { wrapped.isOpaque }

  override func isReflexive(_ depth: Int) -> Bool { depth > 0 && wrapped.isReflexive(depth - 1) }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool {
    if let comparison { return comparison.areEqual(left, right) }
    if isOpaque { return super.areEqual(left, right, &met) }
    return switch (reader.contents(at: left), reader.contents(at: right)) {
    case (let left?, let right?): wrapped.areEqual(left, right, &met)
    case (nil, nil): true
    default: false
    }
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    guard !isOpaque else { return super.areIdentical(left, right) }
    guard let left = reader.contents(at: left), let right = reader.contents(at: right) else {
      return false
    }
    return wrapped.areIdentical(left, right)
  }

  override func isInline(_ value: ValueAddress) -> Bool {
    if isOpaque { return super.isInline(value) }
    guard let contents = reader.contents(at: value) else { return true }
    return isInlineInside(contents)
  }

  /// Only what casts find in an Optional counts as if the Optional were not there.
  private func isInlineInside(_ contents: ValueAddress) -> Bool {
    if let inner = wrapped as? OptionalPlan {
      return inner.reader.contents(at: contents).map(inner.isInlineInside) ?? false
    }
    return wrapped is ConvertingPlan && wrapped.isInline(contents)
  }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    if isOpaque { return super.write(value, to: &printer, form: form) }
    if let contents = reader.contents(at: value) {
      wrapped.write(contents, to: &printer, form: form.inside)
    } else {
      printer.write("nil")
    }
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    if isOpaque { return super.writeDifference(left, right, at: place, to: &printer) }
    if let left = reader.contents(at: left), let right = reader.contents(at: right) {
      wrapped.writeDifference(left, right, at: place, to: &printer)
    } else {
      writeBoth(left, right, at: place, to: &printer)
    }
  }
}
