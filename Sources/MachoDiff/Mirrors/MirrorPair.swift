import CustomDump
import MachoMetadata

/// Two different values with their mirrors.
struct MirrorPair {
  let left: Any
  let right: Any
  let old: Reflection
  let new: Reflection
  var position: DiffPosition
  /// Whether they are the two values of one `_CustomDiffObject`, whose children are always shown.
  var isObject = false
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
    var (oldText, newText) = texts(&printer)
    if oldText == newText, old.mirror.subjectType != new.mirror.subjectType {
      oldText += " as \(old.typeName(printer.labelStyle))"
      newText += " as \(new.typeName(printer.labelStyle))"
    }
    var position = self.position
    position.hasComma = position.hasComma && hasComma
    write(oldText, .old, at: position, to: &printer)
    printer.endLine()
    write(newText, .new, at: position, to: &printer)
  }

  private func write(
    _ text: String, _ margin: Margin, at position: DiffPosition, to printer: inout Printer
  ) {
    printer.beginLine(margin, at: position)
    printer.write(text)
    printer.writeComma(at: position)
  }

  private func texts(
    depth: Int = DumpOptions.depthLimit, _ printer: inout Printer
  ) -> (old: String, new: String) {
    let marks = printer.visitedObjects
    let old = text(.old, depth: depth, &printer)
    if changedObject != nil { printer.visitedObjects = marks }
    return (old, text(.new, depth: depth, &printer))
  }

  private func text(
    _ side: Side, depth: Int, _ printer: inout Printer
  ) -> String {
    let isRoot = position.isRoot && depth > 0
    let (value, label) = side == .old ? (left, position.oldLabel) : (right, position.newLabel)
    return printer.renderSeparately(side: side) {
      MirrorPrinter.write(value, label: label, to: &$0, depth: depth, isRoot: isRoot)
    }
  }

  func writeByDisplayStyle(to printer: inout Printer) {
    switch (old.mirror.displayStyle, new.mirror.displayStyle) {
    case (.class?, .class?): writeInstances(to: &printer)
    case (.collection?, .collection?):
      writeChildren(
        opening: "[", closing: "]", collapses: true, by: .identityOrEquality, labelSource: .index,
        to: &printer)
    case (.dictionary?, .dictionary?):
      writeChildren(
        opening: "[", closing: "]", collapses: true, by: .key, labelSource: .key,
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
        opening: "Set([", closing: "])", collapses: true, by: .identityOrEquality,
        sortKey: isUnordered ? { $0.value } : nil, to: &printer)
    case (.struct?, .struct?):
      writeChildren(
        opening: old.typeName(printer.labelStyle) + "(", closing: ")",
        selecting: { Reflection.visibleChildren($0, of: left) },
        to: &printer)
    case (.tuple?, .tuple?):
      writeChildren(
        opening: "(", closing: ")", selecting: Reflection.removingPositionalLabels, to: &printer)
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
      opening: (position.isRoot ? old.typeName(printer.labelStyle) : "") + ".\(name)(",
      closing: ")",
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
        opening: old.typeName(printer.labelStyle) + "(", closing: ")",
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
      opening: name + "(", closing: ")",
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
    _ oldReflection: Reflection? = nil, _ newReflection: Reflection? = nil, opening: String,
    closing: String, collapses: Bool = false,
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
      let (oldText, newText) = texts(depth: 0, &printer)
      return InvisibleDifference.write(oldText, newText, at: position, to: &printer)
    }
    if !holdsObject, oldReflection.isOneLine || newReflection.isOneLine {
      return writeBoth(hasComma: false, to: &printer)
    }
    guard printer.canCompareContents(at: position) else { return writeBoth(to: &printer) }
    if let changedObject {
      printer.visitedObjects.visit(changedObject, type: old.typeName(printer.labelStyle))
    }
    printer.beginLine(.both, at: position)
    position.newLabel.write(to: &printer)
    printer.write(opening)
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
    printer.write(closing)
    printer.writeComma(at: position)
  }
}
