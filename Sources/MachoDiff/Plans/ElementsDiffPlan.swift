import MachoMetadata

/// The plan of an array or an array-backed collection.
///
/// SAFETY: as every plan, it is immutable once it is published; see `DiffPlan`.
final class ElementsDiffPlan: DiffPlan, @unchecked Sendable {
  private let reader: any ElementReader
  private let lazyPlan: LazyDiffPlan
  private let equality: DumpEquality?
  private let identity: IdentityWitness?

  init(_ type: Any.Type, _ reader: any ElementReader) {
    self.reader = reader
    lazyPlan = LazyDiffPlan(reader.element)
    // If the elements are `Equatable`, so is the array, and its `==` compares them by theirs.
    equality = DumpEquality(of: reader.element, comparesParts: true)
    identity = IdentityWitness(of: type)
    super.init(type)
  }

  private var element: DiffPlan { lazyPlan.plan }

  override var usesMirror: Bool { false }

  override func isReflexive(_ depth: Int) -> Bool {
    equality == nil && depth > 0 && element.isReflexive(depth - 1)
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identity?.areIdentical(left, right) ?? false
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    var areEqual = false
    reader.withElements(at: left) { left in
      reader.withElements(at: right) { right in
        guard left.count == right.count else { return }
        let index = firstDifference(left, right, &visited)
        areEqual = index == left.count
        if !areEqual { visited.difference = FirstDifference(old: left, new: right, index: index) }
      }
    }
    return areEqual
  }

  private func firstDifference(
    _ left: ElementBuffer, _ right: ElementBuffer, _ visited: inout VisitedPairs
  ) -> Int {
    if left.isSame(as: right),
      equality.map({ !$0.comparesObjects }) ?? element.isReflexive(8)
    {
      return left.count
    }
    if let equality {
      return equality.firstDifference(left, right, in: 0..<left.count) {
        element.areEqual(left[$0], right[$0], &visited)
      }
    }
    return (0..<left.count).first { !element.areEqual(left[$0], right[$0], &visited) } ?? left.count
  }

  override func isInline(_ value: ValueAddress) -> Bool {
    var isEmpty = false
    reader.withElements(at: value) { isEmpty = $0.count == 0 }
    return isEmpty
  }

  override func spellsOptionalCase(_ value: ValueAddress) -> Bool { false }

  override func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    printer.open(.elements, "[")
    reader.withElements(at: value) { elements in
      guard elements.count > 0 else { return }
      guard options.depth > 0 else { return printer.elide() }
      let element = element
      printer.indent += 2
      for index in 0..<elements.count {
        printer.newline(afterComma: index > 0)
        printer.write(index: index)
        element.write(
          elements[index], to: &printer,
          options: DumpOptions(depth: options.depth - 1, isNamed: true))
      }
      printer.indent -= 2
      printer.newline()
    }
    printer.close("]")
  }

  override func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    reader.withElements(at: left) { old in
      reader.withElements(at: right) { new in
        var sequences = ElementSequences(
          old: old, new: new, plan: element, equality: equality)
        guard !sequences.allAreEqual(position.difference), !position.isTooDeep else {
          return writeInvisibleDifference(left, right, at: position, to: &printer)
        }
        guard printer.canCompareContents(at: position) else {
          return writeBoth(left, right, at: position, to: &printer)
        }
        printer.beginLine(.both, at: position)
        position.newLabel.write(to: &printer)
        printer.open(.elements, "[")
        printer.endLine()
        let runs = sequences.align()
        SequenceDiff(isSorted: false, collapses: true, hasCommas: true, indent: position.indent + 2)
          .write(&sequences, runs, to: &printer)
        printer.beginLine(.both, at: position)
        printer.close("]")
        printer.writeComma(at: position)
      }
    }
  }
}
