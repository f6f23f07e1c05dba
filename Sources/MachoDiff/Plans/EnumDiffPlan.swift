import MachoMetadata

/// The plan of an enum whose payloads can be read in place.
///
/// SAFETY: as every plan, it is immutable once it is published; see `DiffPlan`.
final class EnumDiffPlan: DiffPlan, @unchecked Sendable {
  /// The plan of one case.
  private struct Case: Sendable {
    let enumCase: EnumCase
    let name: [UInt8]
    /// The name in the metadata.
    let storedName: [UInt8]
    /// The plans of the payload's values; `nil` without payload.
    let fields: FieldDiffPlans?
    /// The plan of a payload that is a single value, not a tuple.
    let singlePayload: LazyDiffPlan?

    /// Whether the payload must be inspected at run time: its mirror may be a tuple's.
    var usesMirror: Bool { singlePayload?.plan.usesMirror == true }

    func write(to printer: inout Printer) {
      printer.write(line: printer.labelStyle == .source ? name : storedName)
    }
  }

  private let schema: EnumSchema
  private let cases: [Case]
  private let equality: DumpEquality?
  private let identity: IdentityWitness?
  private let hasCustomDescription: Bool
  private let typeName: DumpTypeName
  /// Returns the description of a value in a case without payload.
  private let describe: @Sendable (ValueAddress) -> String

  init?(reading type: Any.Type) {
    guard let schema = try? EnumSchema.of(type), schema.supportsBorrowedPayloads,
      !schema.casesByTag.isEmpty
    else { return nil }
    var cases: [Case] = []
    for enumCase in schema.casesByTag {
      let isTuple = enumCase.payload.map { TypeKind(of: $0) == .tuple } ?? false
      let fields = enumCase.payload.map { _ in
        FieldDiffPlans(enumCase.elements, hidesMacroStorage: false)
      }
      if case .some(nil) = fields { return nil }
      cases.append(
        Case(
          enumCase: enumCase, name: Array(enumCase.name.utf8),
          storedName: Array(SourceIdentifier.stored(enumCase.name).utf8), fields: fields ?? nil,
          singlePayload: isTuple ? nil : fields??.all.first?.lazyPlan))
    }
    self.schema = schema
    self.cases = cases
    equality = DumpEquality(of: type, comparesParts: true)
    identity = IdentityWitness(of: type)
    hasCustomDescription = DiffPlanFactory.hasCustomDescription(type)
    typeName = DumpTypeName(type)
    func open<Value>(_: Value.Type) -> @Sendable (ValueAddress) -> String {
      { "\($0.value(as: Value.self))" }
    }
    describe = _openExistential(type, do: open)
    super.init(type)
  }

  override var usesMirror: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool {
    equality == nil && !hasCustomDescription && depth > 0
      && cases.allSatisfy { $0.fields?.isReflexive(depth - 1) ?? true }
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identity?.areIdentical(left, right) ?? false
  }

  override func isInline(_ value: ValueAddress) -> Bool {
    cases[schema.tag(at: value)].fields == nil
  }

  override func spellsOptionalCase(_ value: ValueAddress) -> Bool {
    OptionalCase.isName(cases[schema.tag(at: value)].enumCase.name)
  }

  /// Whether two values are in the same case.
  func haveSameCase(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    schema.tag(at: left) == schema.tag(at: right)
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    guard let equality else { return areShownEqual(left, right, &visited) }
    return equality.areEqual(left, right) { areShownEqual(left, right, &visited) }
  }

  /// Whether both values are in the same case, with equal payloads.
  private func areShownEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    let (leftTag, rightTag) = (schema.tag(at: left), schema.tag(at: right))
    let (leftCase, rightCase) = (cases[leftTag], cases[rightTag])
    guard let fields = leftCase.fields, rightCase.fields != nil else {
      guard leftCase.fields == nil, rightCase.fields == nil else { return false }
      return hasCustomDescription ? describe(left) == describe(right) : leftTag == rightTag
    }
    guard leftTag == rightTag else {
      guard leftCase.name == rightCase.name else { return false }
      return MirrorEquality.areEqualByMirror(
        left.anyValue(as: type), right.anyValue(as: type), &visited)
    }
    var areEqual = true
    withPayloads(of: leftCase, left, right) { left, right in
      areEqual = fields.areEqual(left, right, &visited)
    }
    return areEqual
  }

  private func withPayloads(
    of current: Case, _ left: ValueAddress, _ right: ValueAddress,
    _ body: (ValueAddress, ValueAddress) -> Void
  ) {
    schema.withPayload(of: current.enumCase, at: left) { left in
      schema.withPayload(of: current.enumCase, at: right) { right in body(left, right) }
    }
  }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    let current = cases[schema.tag(at: value)]
    if current.usesMirror {
      return MirrorPrinter.writeByMirror(value.anyValue(as: type), to: &printer, options: options)
    }
    if options.isRoot { typeName.write(to: &printer) }
    printer.write(.dot)
    guard let fields = current.fields else {
      if hasCustomDescription { return printer.write(description: describe(value)) }
      return current.write(to: &printer)
    }
    current.write(to: &printer)
    printer.open(.fields)
    schema.withPayload(of: current.enumCase, at: value) { payload in
      fields.write(of: payload, to: &printer, depth: options.depth)
    }
    printer.close()
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    let (leftTag, rightTag) = (schema.tag(at: left), schema.tag(at: right))
    let (leftCase, rightCase) = (cases[leftTag], cases[rightTag])
    guard let fields = leftCase.fields, rightCase.fields != nil, leftCase.name == rightCase.name
    else { return writeBoth(left, right, at: position, to: &printer) }
    guard leftTag == rightTag, !leftCase.usesMirror else {
      return MirrorDiff.writeByMirror(
        left.anyValue(as: type), right.anyValue(as: type), at: position, to: &printer)
    }
    let values = (left, right)
    withPayloads(of: leftCase, left, right) { left, right in
      fields.writeDifference(
        left, right, of: self, values: values, isNamed: position.isRoot, at: position,
        prefix: { printer in
          if position.isRoot { typeName.write(to: &printer) }
          printer.write(.dot)
          leftCase.write(to: &printer)
          printer.open(.fields)
        }, to: &printer)
    }
  }
}
