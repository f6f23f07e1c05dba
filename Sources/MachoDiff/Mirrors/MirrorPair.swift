import CustomDump
import MachoMetadata

/// Two different values with their mirrors.
struct MirrorPair {
  let left: Any
  let right: Any
  let old: Reflection
  let new: Reflection
  var position: DiffPosition
  /// The object whose content differs, if both values are that object.
  var changedObject: ObjectIdentifier?

  init(_ left: Any, _ right: Any, at position: DiffPosition) {
    self.left = left
    self.right = right
    self.position = position
    old = Reflection(left, .old)
    new = Reflection(right, .new)
  }

  /// Writes the whole old value, then the whole new one, with their types if only these differ.
  func writeBoth(hasComma: Bool = true, to printer: inout Printer) {
    var position = self.position
    position.hasComma = position.hasComma && hasComma
    let showsTypes =
      old.mirror.subjectType != new.mirror.subjectType
      && haveSameText(DumpOptions.depthLimit, &printer)
    let objects = printer.visitedObjects
    write(.old, at: position, showsType: showsTypes, to: &printer)
    printer.endLine()
    if changedObject != nil { printer.visitedObjects = objects }
    write(.new, at: position, showsType: showsTypes, to: &printer)
  }

  private func write(
    _ side: Side, at position: DiffPosition, depth: Int = DumpOptions.depthLimit,
    showsType: Bool = false,
    to printer: inout Printer
  ) {
    printer.beginLine(side == .old ? .old : .new, at: position)
    write(side, depth: depth, to: &printer)
    if showsType {
      printer.write(" as \((side == .old ? old : new).typeName(printer.labelStyle))")
    }
    printer.writeComma(at: position)
  }

  private func write(_ side: Side, depth: Int, to printer: inout Printer) {
    let (value, label) = side == .old ? (left, position.oldLabel) : (right, position.newLabel)
    MirrorPrinter.write(
      value, label: label, to: &printer, depth: depth, isRoot: position.isRoot && depth > 0)
  }

  /// Whether both values print alike.
  private func haveSameText(_ depth: Int, _ printer: inout Printer) -> Bool {
    let objects = printer.visitedObjects
    defer { printer.visitedObjects = objects }
    let old = printer.renderSeparately(side: .old) { write(.old, depth: depth, to: &$0) }
    if changedObject != nil { printer.visitedObjects = objects }
    return old == printer.renderSeparately(side: .new) { write(.new, depth: depth, to: &$0) }
  }

  func writeByDisplayStyle(to printer: inout Printer) {
    switch (old.mirror.displayStyle, new.mirror.displayStyle) {
    case (.class?, .class?): writeInstances(to: &printer)
    case (.collection?, .collection?):
      writeChildren(
        container: .elements, collapses: true, by: .identityOrEquality, labelSource: .index,
        to: &printer)
    case (.dictionary?, .dictionary?):
      writeChildren(
        container: .elements, collapses: true, by: .key, labelSource: .key,
        sortKey: isUnordered ? { UnorderedChildren.pair($0)?.key ?? $0.value } : nil, to: &printer)
    case (.enum?, .enum?): writePayloads(to: &printer)
    case (.optional?, .optional?):
      guard let left = old.children.first?.value, let right = new.children.first?.value else {
        return writeBoth(to: &printer)
      }
      if printer.labelStyle == .source,
        OptionalCase.isSpelled(left) || OptionalCase.isSpelled(right)
      {
        return writeBoth(to: &printer)
      }
      MirrorDiff.writeComparison(left, right, at: position, to: &printer)
    case (.set?, .set?):
      writeChildren(
        container: .set, collapses: true, by: .identityOrEquality,
        sortKey: isUnordered ? { $0.value } : nil, to: &printer)
    case (.struct?, .struct?):
      writeChildren(
        opening: old.typeName(printer.labelStyle), isNamed: true,
        selecting: { Reflection.visibleChildren($0, of: left) },
        to: &printer)
    case (.tuple?, .tuple?):
      writeChildren(
        selecting: Reflection.removingPositionalLabels, to: &printer)
    default:
      if let left = left as? any StringProtocol, let right = right as? any StringProtocol,
        case (let left, let right) = (String(left), String(right)),
        printer.canCompareContents(at: position),
        DumpString.isMultiline(left, printer.labelStyle)
          || DumpString.isMultiline(right, printer.labelStyle)
      {
        MultilineStringDiff.write(left, right, at: position, to: &printer)
      } else {
        writeBoth(to: &printer)
      }
    }
  }

  private var isUnordered: Bool { old.mirror.subjectType is any _UnorderedCollection.Type }

  private func writePayloads(to printer: inout Printer) {
    guard let oldPayload = old.payload, let newPayload = new.payload,
      let stored = oldPayload.name, stored == newPayload.name
    else { return writeBoth(to: &printer) }
    let name = printer.labelStyle == .source ? SourceIdentifier.spelling(stored) : stored
    writeChildren(
      oldPayload.reflection, newPayload.reflection,
      opening: (position.isRoot ? old.typeName(printer.labelStyle) : "") + ".\(name)",
      isNamed: position.isRoot,
      selecting: Reflection.removingPositionalLabels, to: &printer)
  }

  /// Writes two instances of one class: their children if they are the same instance, else both.
  private func writeInstances(to printer: inout Printer) {
    let objects = (ObjectIdentifier(left as AnyObject), ObjectIdentifier(right as AnyObject))
    if objects.0 == objects.1, ComparedObjects.current?.differs(objects.0) == true {
      return writeChangedObject(objects.0, to: &printer)
    }
    let visited = (
      printer.visitedObjects.wasVisited(objects.0), printer.visitedObjects.wasVisited(objects.1)
    )
    if visited == (false, false) {
      guard objects.0 == objects.1 else { return writeBoth(to: &printer) }
      return writeChildren(
        opening: old.typeName(printer.labelStyle), isNamed: true,
        selecting: { Reflection.visibleChildren($0, of: left) },
        to: &printer)
    }
    // As in custom-dump: no comma, and a newline only after the mark of the old instance.
    writeVisited(left, objects.0, visited.0, position.oldLabel, .old, to: &printer)
    if visited.0 { printer.endLine() }
    writeVisited(right, objects.1, visited.1, position.newLabel, .new, to: &printer)
  }

  /// Writes how the content of one object has changed, or only its mark if that was written before.
  private func writeChangedObject(_ object: ObjectIdentifier, to printer: inout Printer) {
    let type = old.typeName(printer.labelStyle)
    let mark = printer.visitedObjects.label(of: object, type: type)
    let name = (mark.isEmpty ? "" : mark + " ") + type
    guard !printer.visitedObjects.wasVisited(object) else {
      printer.beginLine(.both, at: position)
      position.newLabel.write(to: &printer)
      printer.write(name + "(↩︎)")
      return printer.writeComma(at: position)
    }
    var pair = self
    pair.changedObject = object
    pair.writeChildren(
      opening: name, isNamed: true,
      selecting: { Reflection.visibleChildren($0, of: left) }, to: &printer)
  }

  private func writeVisited(
    _ value: Any, _ object: ObjectIdentifier, _ wasVisited: Bool, _ label: FieldLabel,
    _ margin: Margin, to printer: inout Printer
  ) {
    printer.beginLine(margin, at: position)
    guard wasVisited else {
      return MirrorPrinter.write(
        value, label: label, to: &printer, depth: DumpOptions.depthLimit, isRoot: position.isRoot)
    }
    label.write(to: &printer)
    let mark = printer.visitedObjects.label(of: object, type: old.typeName(printer.labelStyle))
    printer.write((mark.isEmpty ? "" : mark + " ") + old.typeName(printer.labelStyle) + "(↩︎)")
  }

  func writeChildren(
    _ oldReflection: Reflection? = nil, _ newReflection: Reflection? = nil, opening: String = "",
    container: ChangeLine.Container = .fields, isNamed: Bool = false, collapses: Bool = false,
    selecting: ([Mirror.Child]) -> [Mirror.Child] = { $0 },
    by equivalence: MirrorSequences.Equivalence = .label,
    labelSource: MirrorSequences.LabelSource = .label,
    sortKey: ((Mirror.Child) -> Any?)? = nil, to printer: inout Printer
  ) {
    let (oldReflection, newReflection) = (oldReflection ?? old, newReflection ?? new)
    let holdsObject = left is any _CustomDiffObject || right is any _CustomDiffObject
    if position.isTooDeep
      || !holdsObject && MirrorEquality.areEqual(oldReflection.children, newReflection.children)
    {
      return InvisibleDifference.write(
        haveSameText: haveSameText(0, &printer), at: position, to: &printer
      ) { write($0, depth: 0, to: &$1) }
    }
    if !holdsObject, oldReflection.isOneLine || newReflection.isOneLine {
      let isField = isNamed && oldReflection.children.first?.label != nil
      guard printer.opensSingleFields, isField else {
        printer.hasWholeValues = printer.hasWholeValues || isField
        return writeBoth(hasComma: false, to: &printer)
      }
    }
    guard printer.canCompareContents(at: position) else { return writeBoth(to: &printer) }
    if let changedObject {
      printer.visitedObjects.visit(changedObject, type: old.typeName(printer.labelStyle))
    }
    printer.beginLine(.both, at: position)
    position.newLabel.write(to: &printer)
    printer.write(opening)
    printer.open(container, container.opening)
    printer.endLine()
    var (oldChildren, newChildren) = (
      selecting(oldReflection.children), selecting(newReflection.children)
    )
    if let sortKey {
      oldChildren = UnorderedChildren.sorted(oldChildren, using: &printer, by: sortKey)
      newChildren = UnorderedChildren.sorted(newChildren, using: &printer, by: sortKey)
    }
    var sequences = MirrorSequences(
      old: oldChildren, new: newChildren, equivalence: equivalence, labelSource: labelSource)
    let runs = sequences.align()
    SequenceDiff(
      isSorted: sortKey != nil, collapses: collapses, hasCommas: true, indent: position.indent + 2
    ).write(&sequences, runs, to: &printer)
    printer.beginLine(.both, at: position)
    printer.close(container.closing)
    printer.writeComma(at: position)
  }
}

extension ChangeLine.Container {
  /// The brackets of a value of unknown type.
  fileprivate var opening: StaticString {
    switch self {
    case .fields: "("
    case .elements: "["
    case .set: "Set(["
    }
  }

  fileprivate var closing: StaticString {
    switch self {
    case .fields: ")"
    case .elements: "]"
    case .set: "])"
    }
  }
}
