import MachoMetadata

/// The plans of fields at fixed offsets in a value.
struct FieldDiffPlans: Sendable {
  final class FieldPlan: Sendable {
    let offset: FieldOffset
    let label: FieldLabel
    /// Whether it was added by a macro and is not shown.
    let isHidden: Bool
    let lazyPlan: LazyDiffPlan

    init(_ field: Field, isHidden: Bool, lazyPlan: LazyDiffPlan) {
      offset = field.fieldOffset
      label = field.label.map { .declared(DeclaredLabel($0)) } ?? .none
      self.isHidden = isHidden
      self.lazyPlan = lazyPlan
    }

    var plan: DiffPlan { lazyPlan.plan }
  }

  /// An unretained copy of a `FieldPlan`.
  ///
  /// SAFETY: the `FieldPlan` retains the references as long as this value exists. PERFORMANCE: for
  /// most values, reference counting would cost more than writing them.
  private struct UnretainedFieldPlan: Sendable {
    let offset: FieldOffset
    let isHidden: Bool
    let lazyPlan: Unmanaged<LazyDiffPlan>
    /// The label and colon, in both label styles; `nil` without a label.
    let labels: (stored: Unmanaged<ConstantBytes>, source: Unmanaged<ConstantBytes>)?
    let isID: Bool

    init(_ field: FieldPlan) {
      offset = field.offset
      isHidden = field.isHidden
      lazyPlan = .passUnretained(field.lazyPlan)
      if case .declared(let name) = field.label {
        labels = (.passUnretained(name.bytes(.stored)), .passUnretained(name.bytes(.source)))
        isID = name.isID
      } else {
        labels = nil
        isID = false
      }
    }

    @inline(__always)
    func write(of owner: ValueAddress, to printer: inout Printer, depth: Int) {
      if let labels {
        let bytes = printer.labelStyle == .source ? labels.source : labels.stored
        printer.writeLabel(isID: isID) { printer in
          bytes._withUnsafeGuaranteedRef { printer.write(line: $0) }
        }
      }
      withPlan { plan in
        plan.write(
          owner.field(at: offset), to: &printer,
          options: DumpOptions(depth: depth, isNamed: labels != nil)
        )
      }
    }

    @inline(__always)
    func areEqual(_ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs)
      -> Bool
    {
      withPlan { $0.areEqual(left.field(at: offset), right.field(at: offset), &visited) }
    }

    @inline(__always)
    func withPlan<Result>(_ body: (DiffPlan) -> Result) -> Result {
      lazyPlan._withUnsafeGuaranteedRef { $0.withPlan(body) }
    }
  }

  let all: [FieldPlan]
  /// The same plans, which `all` retains.
  private let unretainedFields: [UnretainedFieldPlan]
  /// The plans of the fields that are shown.
  private let visibleFields: [UnretainedFieldPlan]
  private let lastVisibleIndex: Int?

  /// Returns `nil` if a field cannot be read in place.
  init?(_ fields: [Field], hidesMacroStorage: Bool) {
    var all: [FieldPlan] = []
    for field in fields {
      guard let lazyPlan = DiffPlanFactory.lazyPlan(for: field) else { return nil }
      all.append(
        FieldPlan(
          field, isHidden: hidesMacroStorage && field.label?.hasPrefix("_$") == true,
          lazyPlan: lazyPlan))
    }
    self.all = all
    unretainedFields = all.map(UnretainedFieldPlan.init)
    visibleFields = unretainedFields.filter { !$0.isHidden }
    lastVisibleIndex = all.lastIndex { !$0.isHidden }
  }

  var isEmpty: Bool { all.isEmpty }

  func areEqual(_ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs) -> Bool
  {
    visited.areEqualInside { visited in
      for index in 0..<unretainedFields.count
      where !unretainedFields[index].areEqual(left, right, &visited) { return false }
      return true
    }
  }

  func isReflexive(_ depth: Int) -> Bool {
    depth > 0 && all.allSatisfy { $0.plan.isReflexive(depth - 1) }
  }

  /// Whether there is a single field, written on the same line as its owner.
  func isOneLine(in owner: ValueAddress) -> Bool {
    all.count == 1 && all[0].plan.isInline(owner.field(at: all[0].offset))
  }

  /// Writes the fields: a single inline field on the same line, others on separate lines.
  func write(of owner: ValueAddress, to printer: inout Printer, depth: Int) {
    guard !all.isEmpty else { return }
    if isOneLine(in: owner) { return writeOnly(all[0], of: owner, to: &printer, depth: depth) }
    guard depth > 0 else { return printer.elide() }
    printer.indent += 2
    for index in 0..<visibleFields.count {
      printer.newline(afterComma: index > 0)
      visibleFields[index].write(of: owner, to: &printer, depth: depth - 1)
    }
    printer.indent -= 2
    printer.newline()
  }

  private func writeOnly(
    _ field: FieldPlan, of owner: ValueAddress, to printer: inout Printer, depth: Int
  ) {
    printer.writeOnlyField(depth: depth) { printer in
      field.plan.write(
        owner.field(at: field.offset), label: field.label, to: &printer, depth: depth - 1)
    }
  }

  /// Writes the difference of two values' fields, between `prefix` and a parenthesis.
  ///
  /// `values` are the owners of the fields if `left` and `right` are payloads. `isNamed` says whether
  /// the prefix is the name of a type.
  func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, of plan: DiffPlan,
    values: (ValueAddress, ValueAddress), isNamed: Bool, at position: DiffPosition,
    prefix: (inout Printer) -> Void,
    to printer: inout Printer
  ) {
    var visited = VisitedPairs()
    let firstChange = unretainedFields.firstIndex { field in
      // The visited pairs of one field do not apply to the next.
      visited = VisitedPairs()
      return !field.areEqual(left, right, &visited)
    }
    guard let firstChange, !position.isTooDeep else {
      return plan.writeInvisibleDifference(values.0, values.1, at: position, to: &printer)
    }
    if isOneLine(in: left) || isOneLine(in: right) {
      guard printer.opensSingleFields, isNamed, !all[0].label.isNone else {
        printer.hasWholeValues = printer.hasWholeValues || isNamed && !all[0].label.isNone
        return plan.writeBoth(values.0, values.1, at: position, withCommas: false, to: &printer)
      }
    }
    guard printer.canCompareContents(at: position) else {
      return plan.writeBoth(values.0, values.1, at: position, to: &printer)
    }
    printer.beginLine(.both, at: position)
    position.newLabel.write(to: &printer)
    prefix(&printer)
    printer.endLine()
    for index in 0..<unretainedFields.count where !unretainedFields[index].isHidden {
      let field = unretainedFields[index]
      var other = VisitedPairs()
      if index < firstChange
        || index > firstChange && field.areEqual(left, right, &other)
      {
        printer.beginLine(.both, indent: position.indent + 2)
        field.write(of: left, to: &printer, depth: 0)
        if index != lastVisibleIndex { printer.writeComma() }
      } else {
        let label = all[index].label
        var position = DiffPosition(
          oldLabel: label, newLabel: label, hasComma: index != lastVisibleIndex,
          indent: position.indent + 2)
        if index == firstChange { position.difference = visited.difference }
        field.withPlan { plan in
          plan.writeDifference(
            left.field(at: field.offset), right.field(at: field.offset), at: position, to: &printer)
        }
      }
      printer.endLine()
    }
    printer.beginLine(.both, at: position)
    printer.close()
    printer.writeComma(at: position)
  }
}

extension Printer {
  /// Writes the only field between its owner's parentheses: on the same line, or on lines of its own if
  /// it has several.
  mutating func writeOnlyField(depth: Int, _ body: (inout Printer) -> Void) {
    let (start, objects, indent, margin) = (place, visitedObjects, self.indent, self.margin)
    self.indent = 0
    self.margin = nil
    body(&self)
    self.indent = indent
    self.margin = margin
    guard hasNewline(from: start.count) else { return }
    let text = text(from: start.count)
    drop(after: start)
    guard Printer.hasNewline(text) else { return write(text) }
    guard depth > 0 else { return elide() }
    visitedObjects = objects
    self.indent += 2
    newline()
    body(&self)
    self.indent -= 2
    newline()
  }
}
