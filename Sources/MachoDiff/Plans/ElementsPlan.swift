import MachoMetadata

/// The plan of an array and of what is one but for its name.
final class ElementsPlan: Plan, @unchecked Sendable {
  private let reader: any ElementReading
  private let slot: PlanSlot
  private let comparison: Comparison?
  private let identification: Identification?

  init(_ type: Any.Type, _ reader: any ElementReading) {
    self.reader = reader
    slot = PlanSlot(reader.element)
    // If the elements are equatable the row is, and finds what its elements find.
    comparison = Comparison(of: reader.element)
    identification = Identification(of: type)
    super.init(type)
  }

  private var element: Plan { slot.plan }

  override var isOpaque: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool {
    comparison == nil && depth > 0 && element.isReflexive(depth - 1)
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identification?.areIdentical(left, right) ?? false
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool {
    var areEqual = false
    reader.withElements(at: left) { left in
      reader.withElements(at: right) { right in
        guard left.count == right.count else { return }
        let index = firstDifference(left, right, &met)
        areEqual = index == left.count
        if !areEqual { met.difference = RowDifference(old: left, new: right, index: index) }
      }
    }
    return areEqual
  }

  private func firstDifference(
    _ left: ElementRun, _ right: ElementRun, _ met: inout MetPairs
  ) -> Int {
    if left.isSame(as: right), comparison != nil || element.isReflexive(8) { return left.count }
    if let comparison {
      return comparison.firstDifference(left, right, in: 0..<left.count)
    }
    return (0..<left.count).first { !element.areEqual(left[$0], right[$0], &met) } ?? left.count
  }

  override func isInline(_ value: ValueAddress) -> Bool {
    var isEmpty = false
    reader.withElements(at: value) { isEmpty = $0.count == 0 }
    return isEmpty
  }

  override func write(_ value: ValueAddress, to printer: inout Printer, form: Form) {
    printer.write(UInt8(ascii: "["))
    reader.withElements(at: value) { elements in
      guard elements.count > 0 else { return }
      guard form.depth > 0 else { return printer.write("…") }
      let element = element
      printer.indent += 2
      for index in 0..<elements.count {
        printer.newline(afterComma: index > 0)
        printer.write(index: index)
        element.write(
          elements[index], to: &printer, form: Form(depth: form.depth - 1, isNamed: true))
      }
      printer.indent -= 2
      printer.newline()
    }
    printer.write(UInt8(ascii: "]"))
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    reader.withElements(at: left) { old in
      reader.withElements(at: right) { new in
        var rows = ElementRows(
          old: old, new: new, plan: element, comparison: comparison)
        guard !rows.allAreEqual(place.difference) else {
          return writeUnexplained(left, right, at: place, to: &printer)
        }
        printer.begin(.both, at: place)
        place.newName.write(to: &printer)
        printer.write(UInt8(ascii: "["))
        printer.endLine()
        let runs = rows.align()
        RowsDifference(isSorted: false, collapses: true, hasCommas: true, indent: place.indent + 2)
          .write(&rows, runs, to: &printer)
        printer.begin(.both, at: place)
        printer.write(UInt8(ascii: "]"))
        printer.writeComma(at: place)
      }
    }
  }
}
