import MachoMetadata

/// The parts of a value that lie at fixed places in it.
struct FieldDiffPlans: Sendable {
  final class FieldPlan: Sendable {
    let offset: FieldOffset
    let label: FieldLabel
    /// Whether it is a macro's and not shown.
    let isHidden: Bool
    let lazyPlan: LazyDiffPlan

    init(_ part: Field, isHidden: Bool, slot: LazyDiffPlan) {
      offset = part.fieldOffset
      label = part.label.map { .declared(DeclaredLabel($0)) } ?? .none
      self.isHidden = isHidden
      self.lazyPlan = slot
    }

    var plan: DiffPlan { lazyPlan.plan }
  }

  /// What it takes to write and to compare an element. The element holds the references for as long
  /// as it is; to count them for each value would cost more than to write what most values are.
  private struct UnretainedFieldPlan: Sendable {
    let offset: FieldOffset
    let isHidden: Bool
    let lazyPlan: Unmanaged<LazyDiffPlan>
    /// The name and the colon behind it, as it is stored and in the source; nil for none.
    let labels: (stored: Unmanaged<ConstantBytes>, source: Unmanaged<ConstantBytes>)?

    init(_ element: FieldPlan) {
      offset = element.offset
      isHidden = element.isHidden
      lazyPlan = .passUnretained(element.lazyPlan)
      if case .declared(let name) = element.label {
        labels = (.passUnretained(name.bytes(.stored)), .passUnretained(name.bytes(.source)))
      } else {
        labels = nil
      }
    }

    @inline(__always)
    func write(of owner: ValueAddress, to printer: inout Printer, depth: Int) {
      if let labels {
        (printer.labelStyle == .source ? labels.source : labels.stored)._withUnsafeGuaranteedRef {
          printer.write(line: $0)
        }
      }
      withPlan { plan in
        plan.write(
          owner.field(offset), to: &printer, form: DumpOptions(depth: depth, isNamed: labels != nil)
        )
      }
    }

    @inline(__always)
    func areEqual(_ left: ValueAddress, _ right: ValueAddress, _ met: inout VisitedPairs) -> Bool {
      withPlan { $0.areEqual(left.field(offset), right.field(offset), &met) }
    }

    @inline(__always)
    func withPlan<Result>(_ body: (DiffPlan) -> Result) -> Result {
      lazyPlan._withUnsafeGuaranteedRef { $0.withPlan(body) }
    }
  }

  let all: [FieldPlan]
  /// The same elements, which `all` holds.
  private let unretainedFields: [UnretainedFieldPlan]
  /// Those that are shown.
  private let visibleFields: [UnretainedFieldPlan]
  private let lastVisibleIndex: Int?

  /// Nil where a part cannot be read in its place.
  init?(_ parts: [Field], hidesMacroStorage: Bool) {
    var all: [FieldPlan] = []
    for part in parts {
      guard let slot = DiffPlanFactory.lazyPlan(for: part) else { return nil }
      all.append(
        FieldPlan(
          part, isHidden: hidesMacroStorage && part.label?.hasPrefix("_$") == true, slot: slot))
    }
    self.all = all
    unretainedFields = all.map(UnretainedFieldPlan.init)
    visibleFields = unretainedFields.filter { !$0.isHidden }
    lastVisibleIndex = all.lastIndex { !$0.isHidden }
  }

  var isEmpty: Bool { all.isEmpty }

  func areEqual(_ left: ValueAddress, _ right: ValueAddress, _ met: inout VisitedPairs) -> Bool {
    for index in 0..<unretainedFields.count
    where !unretainedFields[index].areEqual(left, right, &met) { return false }
    return true
  }

  func isReflexive(_ depth: Int) -> Bool {
    depth > 0 && all.allSatisfy { $0.plan.isReflexive(depth - 1) }
  }

  /// Whether there is but one part and it stands on the line of the whole.
  func isOneLine(in owner: ValueAddress) -> Bool {
    all.count == 1 && all[0].plan.isInline(owner.field(all[0].offset))
  }

  /// Writes the parts, those of several lines each on lines of its own.
  func write(of owner: ValueAddress, to printer: inout Printer, depth: Int) {
    guard !all.isEmpty else { return }
    if isOneLine(in: owner) { return writeOnly(all[0], of: owner, to: &printer, depth: depth) }
    guard depth > 0 else { return printer.write("…") }
    printer.indent += 2
    for index in 0..<visibleFields.count {
      printer.newline(afterComma: index > 0)
      visibleFields[index].write(of: owner, to: &printer, depth: depth - 1)
    }
    printer.indent -= 2
    printer.newline()
  }

  private func writeOnly(
    _ element: FieldPlan, of owner: ValueAddress, to printer: inout Printer, depth: Int
  ) {
    let (start, indent, margin) = (printer.count, printer.indent, printer.margin)
    printer.indent = 0
    printer.margin = nil
    element.plan.write(
      owner.field(element.offset), name: element.label, to: &printer, depth: depth - 1)
    printer.indent = indent
    printer.margin = margin
    guard printer.hasNewline(from: start) else { return }
    let text = printer.take(from: start)
    if Printer.hasNewline(text) {
      printer.writeBlock(text, depth: depth)
    } else {
      printer.write(text)
    }
  }

  /// Writes the parts of two values that differ, between `prefix` and a parenthesis.
  ///
  /// `values` are what the parts are of, where `left` and `right` are payloads.
  func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, of plan: DiffPlan,
    values: (ValueAddress, ValueAddress), at place: DiffPosition, prefix: (inout Printer) -> Void,
    to printer: inout Printer
  ) {
    var met = VisitedPairs()
    let firstChange = unretainedFields.firstIndex { cell in
      // What one part has met says nothing of the next.
      met = VisitedPairs()
      return !cell.areEqual(left, right, &met)
    }
    guard let firstChange else {
      return plan.writeInvisibleDifference(values.0, values.1, at: place, to: &printer)
    }
    if isOneLine(in: left) || isOneLine(in: right) {
      return plan.writeBoth(values.0, values.1, at: place, withCommas: false, to: &printer)
    }
    printer.beginLine(.both, at: place)
    place.newLabel.write(to: &printer)
    prefix(&printer)
    printer.endLine()
    for index in 0..<unretainedFields.count where !unretainedFields[index].isHidden {
      let cell = unretainedFields[index]
      var other = VisitedPairs()
      if index < firstChange
        || index > firstChange && cell.areEqual(left, right, &other)
      {
        printer.beginLine(.both, indent: place.indent + 2)
        cell.write(of: left, to: &printer, depth: 0)
        if index != lastVisibleIndex { printer.write(.comma) }
      } else {
        let name = all[index].label
        var place = DiffPosition(
          oldName: name, newName: name, hasComma: index != lastVisibleIndex,
          indent: place.indent + 2)
        if index == firstChange { place.difference = met.difference }
        cell.withPlan { plan in
          plan.writeDifference(
            left.field(cell.offset), right.field(cell.offset), at: place, to: &printer)
        }
      }
      printer.endLine()
    }
    printer.beginLine(.both, at: place)
    printer.write(.close)
    printer.writeComma(at: place)
  }
}

extension Printer {
  /// Writes text of several lines between the parentheses of what it is the only part of.
  mutating func writeBlock(_ text: String, depth: Int) {
    guard depth > 0 else { return write("…") }
    indent += 2
    newline()
    write(text)
    indent -= 2
    newline()
  }
}
