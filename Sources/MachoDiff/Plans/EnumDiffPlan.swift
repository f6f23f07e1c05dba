import MachoMetadata

/// The plan of an enum whose payloads can be read.
final class EnumDiffPlan: DiffPlan, @unchecked Sendable {
  /// What is known of one case.
  private struct Case: Sendable {
    let choice: EnumCase
    let name: [UInt8]
    /// The values of the payload; nil without one.
    let parts: FieldDiffPlans?
    /// The plan of a payload that is one value and no tuple.
    let only: LazyDiffPlan?

    /// Whether the payload has to be looked at: what it holds may pass for a tuple.
    var usesMirror: Bool { only?.plan.usesMirror == true }
  }

  private let schema: EnumSchema
  private let cases: [Case]
  private let equality: EqualityWitness?
  private let identity: IdentityWitness?
  private let hasCustomDescription: Bool
  private let typeName: [UInt8]
  /// Prints a case without payload as its value describes itself.
  private let describe: @Sendable (ValueAddress) -> String

  init?(reading type: Any.Type) {
    guard let schema = try? EnumSchema.of(type), schema.supportsBorrowedPayloads,
      !schema.casesByTag.isEmpty
    else { return nil }
    var cases: [Case] = []
    for choice in schema.casesByTag {
      let isTuple = choice.payload.map { TypeKind(of: $0) == .tuple } ?? false
      let parts = choice.payload.map { _ in
        FieldDiffPlans(choice.elements, hidesMacroStorage: false)
      }
      if case .some(nil) = parts { return nil }
      cases.append(
        Case(
          choice: choice, name: Array(choice.name.utf8), parts: parts ?? nil,
          only: isTuple ? nil : parts??.all.first?.lazyPlan))
    }
    self.schema = schema
    self.cases = cases
    equality = EqualityWitness(of: type)
    identity = IdentityWitness(of: type)
    hasCustomDescription = DiffPlanFactory.hasCustomDescription(type)
    typeName = Array(DumpTypeName.name(of: type).utf8)
    func open<Value>(_: Value.Type) -> @Sendable (ValueAddress) -> String {
      { "\($0.value(as: Value.self))" }
    }
    describe = _openExistential(type, do: open)
    super.init(type)
  }

  override var usesMirror: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool {
    equality == nil && !hasCustomDescription && depth > 0
      && cases.allSatisfy { $0.parts?.isReflexive(depth - 1) ?? true }
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identity?.areIdentical(left, right) ?? false
  }

  override func isInline(_ value: ValueAddress) -> Bool {
    cases[schema.tag(at: value)].parts == nil
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout VisitedPairs
  ) -> Bool {
    if let equality { return equality.areEqual(left, right) }
    let (leftTag, rightTag) = (schema.tag(at: left), schema.tag(at: right))
    let (leftCase, rightCase) = (cases[leftTag], cases[rightTag])
    guard let parts = leftCase.parts, rightCase.parts != nil else {
      guard leftCase.parts == nil, rightCase.parts == nil else { return false }
      return hasCustomDescription ? describe(left) == describe(right) : leftTag == rightTag
    }
    guard leftTag == rightTag else {
      guard leftCase.name == rightCase.name else { return false }
      return MirrorEquality.areEqualByMirror(
        left.anyValue(as: type), right.anyValue(as: type), &met)
    }
    var areEqual = true
    withPayloads(of: leftCase, left, right) { left, right in
      areEqual = parts.areEqual(left, right, &met)
    }
    return areEqual
  }

  private func withPayloads(
    of current: Case, _ left: ValueAddress, _ right: ValueAddress,
    _ body: (ValueAddress, ValueAddress) -> Void
  ) {
    schema.withPayload(of: current.choice, at: left) { left in
      schema.withPayload(of: current.choice, at: right) { right in body(left, right) }
    }
  }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: DumpOptions) {
    let current = cases[schema.tag(at: value)]
    if current.usesMirror {
      return MirrorPrinter.writeByMirror(value.anyValue(as: type), to: &printer, form: form)
    }
    if form.isRoot { printer.write(line: typeName) }
    printer.write(.dot)
    guard let parts = current.parts else {
      if hasCustomDescription { return printer.write(description: describe(value)) }
      return printer.write(line: current.name)
    }
    printer.write(line: current.name)
    printer.write(.open)
    schema.withPayload(of: current.choice, at: value) { payload in
      parts.write(of: payload, to: &printer, depth: form.depth)
    }
    printer.write(.close)
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: DiffPosition, to printer: inout Printer
  ) {
    let (leftTag, rightTag) = (schema.tag(at: left), schema.tag(at: right))
    let (leftCase, rightCase) = (cases[leftTag], cases[rightTag])
    guard let parts = leftCase.parts, rightCase.parts != nil, leftCase.name == rightCase.name
    else { return writeBoth(left, right, at: place, to: &printer) }
    guard leftTag == rightTag, !leftCase.usesMirror else {
      return MirrorDiff.writeByMirror(
        left.anyValue(as: type), right.anyValue(as: type), at: place, to: &printer)
    }
    let values = (left, right)
    withPayloads(of: leftCase, left, right) { left, right in
      parts.writeDifference(
        left, right, of: self, values: values, at: place,
        prefix: { printer in
          if place.isRoot { printer.write(line: typeName) }
          printer.write(.dot)
          printer.write(line: leftCase.name)
          printer.write(.open)
        }, to: &printer)
    }
  }
}
