import CustomDump

/// Two values that differ, and what their mirrors show of them.
struct MirrorPair {
  let left: Any
  let right: Any
  let old: Reflection
  let new: Reflection
  var position: DiffPosition
  /// Whether they are the values of one instance, whose parts are always shown.
  var isObject = false

  init(_ left: Any, _ right: Any, at place: DiffPosition) {
    self.left = left
    self.right = right
    self.position = place
    old = Reflection(left)
    new = Reflection(right)
  }

  /// Writes the whole old value and the whole new one, with their types if only these differ.
  func writeBoth(hasComma: Bool = true, to printer: inout Printer) {
    var (oldText, newText) = (
      text(left, position.oldLabel, &printer), text(right, position.newLabel, &printer)
    )
    if oldText == newText, old.mirror.subjectType != new.mirror.subjectType {
      oldText += " as \(old.typeName)"
      newText += " as \(new.typeName)"
    }
    var position = self.position
    position.hasComma = position.hasComma && hasComma
    write(oldText, .old, at: position, to: &printer)
    printer.endLine()
    write(newText, .new, at: position, to: &printer)
  }

  private func write(
    _ text: String, _ margin: Margin, at place: DiffPosition, to printer: inout Printer
  ) {
    printer.beginLine(margin, at: place)
    printer.write(text)
    printer.writeComma(at: place)
  }

  private func text(
    _ value: Any, _ name: FieldLabel, depth: Int = .max, _ printer: inout Printer
  ) -> String {
    let isRoot = position.isRoot && depth > 0
    return printer.renderSeparately {
      MirrorPrinter.write(value, name: name, to: &$0, depth: depth, isRoot: isRoot)
    }
  }

  func writeByDisplayStyle(to printer: inout Printer) {
    switch (old.mirror.displayStyle, new.mirror.displayStyle) {
    case (.class?, .class?): writeInstances(to: &printer)
    case (.collection?, .collection?):
      writeChildren(
        opening: "[", closing: "]", collapses: true, by: .identityOrEquality, naming: .index,
        to: &printer)
    case (.dictionary?, .dictionary?):
      writeChildren(
        opening: "[", closing: "]", collapses: true, by: .key, naming: .key,
        sortKey: isUnordered ? { UnorderedChildren.pair($0)?.key ?? $0.value } : nil, to: &printer)
    case (.enum?, .enum?): writePayloads(to: &printer)
    case (.optional?, .optional?):
      guard let left = old.children.first?.value, let right = new.children.first?.value else {
        return writeBoth(to: &printer)
      }
      MirrorDiff.writeComparison(left, right, at: position, to: &printer)
    case (.set?, .set?):
      writeChildren(
        opening: "Set([", closing: "])", collapses: true, by: .identityOrEquality,
        sortKey: isUnordered ? { $0.value } : nil, to: &printer)
    case (.struct?, .struct?):
      writeChildren(
        opening: old.typeName + "(", closing: ")",
        isShown: { Reflection.visibleChildren($0, of: left) },
        to: &printer)
    case (.tuple?, .tuple?):
      writeChildren(
        opening: "(", closing: ")", isShown: Reflection.removingPositionalLabels, to: &printer)
    default:
      if let left = left as? any StringProtocol, let right = right as? any StringProtocol,
        case (let left, let right) = (String(left), String(right)),
        DumpString.hasNewline(left) || DumpString.hasNewline(right)
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
      let name = oldPayload.name, name == newPayload.name
    else { return writeBoth(to: &printer) }
    writeChildren(
      oldPayload.reflection, newPayload.reflection,
      opening: (position.isRoot ? old.typeName : "") + ".\(name)(", closing: ")",
      isShown: Reflection.removingPositionalLabels, to: &printer)
  }

  /// Writes two instances of one class: their parts if it is one instance, else both.
  private func writeInstances(to printer: inout Printer) {
    let objects = (ObjectIdentifier(left as AnyObject), ObjectIdentifier(right as AnyObject))
    let visited = (
      printer.visitedObjects.wasVisited(objects.0), printer.visitedObjects.wasVisited(objects.1)
    )
    if visited == (false, false) {
      guard objects.0 == objects.1 else { return writeBoth(to: &printer) }
      return writeChildren(
        opening: old.typeName + "(", closing: ")",
        isShown: { Reflection.visibleChildren($0, of: left) },
        to: &printer)
    }
    // As custom-dump does: no comma, and a line's end only behind a mark of the old instance.
    writeVisited(left, objects.0, visited.0, position.oldLabel, .old, to: &printer)
    if visited.0 { printer.endLine() }
    writeVisited(right, objects.1, visited.1, position.newLabel, .new, to: &printer)
  }

  private func writeVisited(
    _ value: Any, _ object: ObjectIdentifier, _ wasVisited: Bool, _ name: FieldLabel,
    _ margin: Margin, to printer: inout Printer
  ) {
    printer.beginLine(margin, at: position)
    guard wasVisited else {
      return MirrorPrinter.write(
        value, name: name, to: &printer, depth: .max, isRoot: position.isRoot)
    }
    name.write(to: &printer)
    let mark = printer.visitedObjects.label(of: object, type: old.typeName)
    printer.write((mark.isEmpty ? "" : mark + " ") + old.typeName + "(↩︎)")
  }

  func writeChildren(
    _ oldParts: Reflection? = nil, _ newParts: Reflection? = nil, opening: String,
    closing: String, collapses: Bool = false,
    isShown: ([Mirror.Child]) -> [Mirror.Child] = { $0 },
    by equivalence: MirrorSequences.Equivalence = .label,
    naming: MirrorSequences.LabelSource = .label,
    sortKey: ((Mirror.Child) -> Any?)? = nil, to printer: inout Printer
  ) {
    let (oldParts, newParts) = (oldParts ?? old, newParts ?? new)
    let holdsObject = left is any _CustomDiffObject || right is any _CustomDiffObject
    if !holdsObject, MirrorEquality.areEqual(oldParts.children, newParts.children) {
      return InvisibleDifference.write(
        text(left, position.oldLabel, depth: 0, &printer),
        text(right, position.newLabel, depth: 0, &printer), at: position, to: &printer)
    }
    if !holdsObject, oldParts.isOneLine || newParts.isOneLine {
      return writeBoth(hasComma: false, to: &printer)
    }
    printer.beginLine(.both, at: position)
    position.newLabel.write(to: &printer)
    printer.write(opening)
    printer.endLine()
    var (oldShown, newShown) = (isShown(oldParts.children), isShown(newParts.children))
    if let sortKey {
      oldShown = UnorderedChildren.sorted(oldShown, using: &printer, by: sortKey)
      newShown = UnorderedChildren.sorted(newShown, using: &printer, by: sortKey)
    }
    var rows = MirrorSequences(
      old: oldShown, new: newShown, equivalence: equivalence, naming: naming)
    let runs = rows.align()
    SequenceDiff(
      isSorted: sortKey != nil, collapses: collapses, hasCommas: true, indent: position.indent + 2
    ).write(&rows, runs, to: &printer)
    printer.beginLine(.both, at: position)
    printer.write(closing)
    printer.writeComma(at: position)
  }
}
