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

  /// What it takes to write an element. The element holds the references for as long as it is; to
  /// count them for each value would cost more than to write what most values are.
  private struct Shown: Sendable {
    let place: PartPlace
    let slot: Unmanaged<PlanSlot>
    /// The name and the colon behind it, as it is stored and in the source; nil for none.
    let labels: (stored: Unmanaged<ConstantBytes>, source: Unmanaged<ConstantBytes>)?

    init(_ element: Element) {
      place = element.place
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
      slot._withUnsafeGuaranteedRef { slot in
        slot.withPlan { plan in
          plan.write(
            owner.of(place), to: &printer, form: Form(depth: depth, isNamed: labels != nil))
        }
      }
    }
  }

  let all: [Element]
  /// Those that are shown of `all`, which holds them.
  private let shown: [Shown]
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
    shown = all.filter { !$0.isHidden }.map(Shown.init)
    lastShown = all.lastIndex { !$0.isHidden }
  }

  var isEmpty: Bool { all.isEmpty }

  func areEqual(_ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs) -> Bool {
    for element in all
    where !element.plan.areEqual(left.of(element.place), right.of(element.place), &met) {
      return false
    }
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
    var difference: RowDifference?
    let firstChange = all.firstIndex {
      var met = MetPairs()
      defer { difference = met.difference }
      return !$0.plan.areEqual(left.of($0.place), right.of($0.place), &met)
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
    for (index, element) in all.enumerated() where !element.isHidden {
      var place = Place(
        oldName: element.name, newName: element.name, hasComma: index != lastShown,
        indent: place.indent + 2)
      if index == firstChange { place.difference = difference }
      element.plan.writeComparison(
        left.of(element.place), right.of(element.place), at: place,
        areEqual: index < firstChange ? true : index == firstChange ? false : nil, to: &printer)
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
