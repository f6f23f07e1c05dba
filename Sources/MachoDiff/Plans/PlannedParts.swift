import MachoMetadata

/// The parts of a value that lie at fixed places in it.
struct PlannedParts: Sendable {
  final class Element: Sendable {
    let place: PartPlace
    let name: PartName
    /// Whether it is a macro's and not shown.
    let isHidden: Bool
    let slot: PlanSlot

    init(_ part: Part, isHidden: Bool, slot: PlanSlot) {
      place = part.place
      name = part.label.map { .declared(DeclaredName($0)) } ?? .none
      self.isHidden = isHidden
      self.slot = slot
    }

    var plan: Plan { slot.plan }
  }

  /// What it takes to write and to compare an element. The element holds the references for as long
  /// as it is; to count them for each value would cost more than to write what most values are.
  private struct Cell: Sendable {
    let place: PartPlace
    let isHidden: Bool
    let slot: Unmanaged<PlanSlot>
    /// The name and the colon behind it, as it is stored and in the source; nil for none.
    let labels: (stored: Unmanaged<ConstantBytes>, source: Unmanaged<ConstantBytes>)?

    init(_ element: Element) {
      place = element.place
      isHidden = element.isHidden
      slot = .passUnretained(element.slot)
      if case .declared(let name) = element.name {
        labels = (.passUnretained(name.label(.stored)), .passUnretained(name.label(.source)))
      } else {
        labels = nil
      }
    }

    @inline(__always)
    func write(of owner: ValueAddress, to printer: inout Printer, depth: Int) {
      if let labels {
        (printer.names == .source ? labels.source : labels.stored)._withUnsafeGuaranteedRef {
          printer.write(line: $0)
        }
      }
      withPlan { plan in
        plan.write(
          owner.of(place), to: &printer, form: Form(depth: depth, isNamed: labels != nil))
      }
    }

    @inline(__always)
    func areEqual(_ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs) -> Bool {
      withPlan { $0.areEqual(left.of(place), right.of(place), &met) }
    }

    @inline(__always)
    func withPlan<Result>(_ body: (Plan) -> Result) -> Result {
      slot._withUnsafeGuaranteedRef { $0.withPlan(body) }
    }
  }

  let all: [Element]
  /// The same elements, which `all` holds.
  private let cells: [Cell]
  /// Those that are shown.
  private let shown: [Cell]
  private let lastShown: Int?

  /// Nil where a part cannot be read in its place.
  init?(_ parts: [Part], hidesMacroStorage: Bool) {
    var all: [Element] = []
    for part in parts {
      guard let slot = PlanMaker.slot(for: part) else { return nil }
      all.append(
        Element(
          part, isHidden: hidesMacroStorage && part.label?.hasPrefix("_$") == true, slot: slot))
    }
    self.all = all
    cells = all.map(Cell.init)
    shown = cells.filter { !$0.isHidden }
    lastShown = all.lastIndex { !$0.isHidden }
  }

  var isEmpty: Bool { all.isEmpty }

  func areEqual(_ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs) -> Bool {
    for index in 0..<cells.count where !cells[index].areEqual(left, right, &met) { return false }
    return true
  }

  func isReflexive(_ depth: Int) -> Bool {
    depth > 0 && all.allSatisfy { $0.plan.isReflexive(depth - 1) }
  }

  /// Whether there is but one part and it stands on the line of the whole.
  func isOneLine(in owner: ValueAddress) -> Bool {
    all.count == 1 && all[0].plan.isInline(owner.of(all[0].place))
  }

  /// Writes the parts, those of several lines each on lines of its own.
  func write(of owner: ValueAddress, to printer: inout Printer, depth: Int) {
    guard !all.isEmpty else { return }
    if isOneLine(in: owner) { return writeOnly(all[0], of: owner, to: &printer, depth: depth) }
    guard depth > 0 else { return printer.write("…") }
    printer.indent += 2
    for index in 0..<shown.count {
      printer.newline(afterComma: index > 0)
      shown[index].write(of: owner, to: &printer, depth: depth - 1)
    }
    printer.indent -= 2
    printer.newline()
  }

  private func writeOnly(
    _ element: Element, of owner: ValueAddress, to printer: inout Printer, depth: Int
  ) {
    let (start, indent, margin) = (printer.count, printer.indent, printer.margin)
    printer.indent = 0
    printer.margin = nil
    element.plan.write(
      owner.of(element.place), name: element.name, to: &printer, depth: depth - 1)
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
    _ left: ValueAddress, _ right: ValueAddress, of plan: Plan,
    values: (ValueAddress, ValueAddress), at place: Place, prefix: (inout Printer) -> Void,
    to printer: inout Printer
  ) {
    var met = MetPairs()
    let firstChange = cells.firstIndex { cell in
      // What one part has met says nothing of the next.
      met = MetPairs()
      return !cell.areEqual(left, right, &met)
    }
    guard let firstChange else {
      return plan.writeUnexplained(values.0, values.1, at: place, to: &printer)
    }
    if isOneLine(in: left) || isOneLine(in: right) {
      return plan.writeBoth(values.0, values.1, at: place, withCommas: false, to: &printer)
    }
    printer.begin(.both, at: place)
    place.newName.write(to: &printer)
    prefix(&printer)
    printer.endLine()
    for index in 0..<cells.count where !cells[index].isHidden {
      let cell = cells[index]
      var other = MetPairs()
      if index < firstChange
        || index > firstChange && cell.areEqual(left, right, &other)
      {
        printer.begin(.both, indent: place.indent + 2)
        cell.write(of: left, to: &printer, depth: 0)
        if index != lastShown { printer.write(.comma) }
      } else {
        let name = all[index].name
        var place = Place(
          oldName: name, newName: name, hasComma: index != lastShown, indent: place.indent + 2)
        if index == firstChange { place.difference = met.difference }
        cell.withPlan { plan in
          plan.writeDifference(left.of(cell.place), right.of(cell.place), at: place, to: &printer)
        }
      }
      printer.endLine()
    }
    printer.begin(.both, at: place)
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
