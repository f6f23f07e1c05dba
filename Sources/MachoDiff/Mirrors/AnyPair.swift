import CustomDump

/// Two values that differ, and what their mirrors show of them.
struct AnyPair {
  let left: Any
  let right: Any
  let old: Reflection
  let new: Reflection
  var place: Place
  /// Whether they are the values of one instance, whose parts are always shown.
  var isObject = false

  init(_ left: Any, _ right: Any, at place: Place) {
    self.left = left
    self.right = right
    self.place = place
    old = Reflection(left)
    new = Reflection(right)
  }

  /// Writes the whole old value and the whole new one, with their types if only these differ.
  func writeBoth(hasComma: Bool = true, to printer: inout Printer) {
    var (oldText, newText) = (
      text(left, place.oldName, &printer), text(right, place.newName, &printer)
    )
    if oldText == newText, old.mirror.subjectType != new.mirror.subjectType {
      oldText += " as \(old.typeName)"
      newText += " as \(new.typeName)"
    }
    var place = place
    place.hasComma = place.hasComma && hasComma
    write(oldText, .old, at: place, to: &printer)
    printer.endLine()
    write(newText, .new, at: place, to: &printer)
  }

  private func write(
    _ text: String, _ margin: Margin, at place: Place, to printer: inout Printer
  ) {
    printer.begin(margin, at: place)
    printer.write(text)
    printer.writeComma(at: place)
  }

  private func text(
    _ value: Any, _ name: PartName, depth: Int = .max, _ printer: inout Printer
  ) -> String {
    let isRoot = place.isRoot && depth > 0
    return printer.apart { AnyText.write(value, name: name, to: &$0, depth: depth, isRoot: isRoot) }
  }

  func writeByStyle(to printer: inout Printer) {
    switch (old.mirror.displayStyle, new.mirror.displayStyle) {
    case (.class?, .class?): writeInstances(to: &printer)
    case (.collection?, .collection?):
      writeParts(
        opening: "[", closing: "]", collapses: true, by: .identityOrEquality, naming: .index,
        to: &printer)
    case (.dictionary?, .dictionary?):
      writeParts(
        opening: "[", closing: "]", collapses: true, by: .key, naming: .key,
        sortKey: isUnordered ? { UnorderedParts.pair($0)?.key ?? $0.value } : nil, to: &printer)
    case (.enum?, .enum?): writePayloads(to: &printer)
    case (.optional?, .optional?):
      guard let left = old.children.first?.value, let right = new.children.first?.value else {
        return writeBoth(to: &printer)
      }
      AnyDifference.writeComparison(left, right, at: place, to: &printer)
    case (.set?, .set?):
      writeParts(
        opening: "Set([", closing: "])", collapses: true, by: .identityOrEquality,
        sortKey: isUnordered ? { $0.value } : nil, to: &printer)
    case (.struct?, .struct?):
      writeParts(
        opening: old.typeName + "(", closing: ")", isShown: { Reflection.shown($0, of: left) },
        to: &printer)
    case (.tuple?, .tuple?):
      writeParts(opening: "(", closing: ")", isShown: Reflection.labelled, to: &printer)
    default:
      if let left = left as? any StringProtocol, let right = right as? any StringProtocol,
        case (let left, let right) = (String(left), String(right)),
        StringText.hasNewline(left) || StringText.hasNewline(right)
      {
        LineDifference.write(left, right, at: place, to: &printer)
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
    writeParts(
      oldPayload.reflection, newPayload.reflection,
      opening: (place.isRoot ? old.typeName : "") + ".\(name)(", closing: ")",
      isShown: Reflection.labelled, to: &printer)
  }

  /// Writes two instances of one class: their parts if it is one instance, else both.
  private func writeInstances(to printer: inout Printer) {
    let objects = (ObjectIdentifier(left as AnyObject), ObjectIdentifier(right as AnyObject))
    let visited = (
      printer.marks.wasVisited(objects.0), printer.marks.wasVisited(objects.1)
    )
    if visited == (false, false) {
      guard objects.0 == objects.1 else { return writeBoth(to: &printer) }
      return writeParts(
        opening: old.typeName + "(", closing: ")", isShown: { Reflection.shown($0, of: left) },
        to: &printer)
    }
    // As custom-dump does: no comma, and a line's end only behind a mark of the old instance.
    writeVisited(left, objects.0, visited.0, place.oldName, .old, to: &printer)
    if visited.0 { printer.endLine() }
    writeVisited(right, objects.1, visited.1, place.newName, .new, to: &printer)
  }

  private func writeVisited(
    _ value: Any, _ object: ObjectIdentifier, _ wasVisited: Bool, _ name: PartName,
    _ margin: Margin, to printer: inout Printer
  ) {
    printer.begin(margin, at: place)
    guard wasVisited else {
      return AnyText.write(value, name: name, to: &printer, depth: .max, isRoot: place.isRoot)
    }
    name.write(to: &printer)
    let mark = printer.marks.mark(of: object, type: old.typeName)
    printer.write((mark.isEmpty ? "" : mark + " ") + old.typeName + "(↩︎)")
  }

  func writeParts(
    _ oldParts: Reflection? = nil, _ newParts: Reflection? = nil, opening: String,
    closing: String, collapses: Bool = false,
    isShown: ([Mirror.Child]) -> [Mirror.Child] = { $0 },
    by equivalence: MirrorRows.Equivalence = .label, naming: MirrorRows.Naming = .label,
    sortKey: ((Mirror.Child) -> Any?)? = nil, to printer: inout Printer
  ) {
    let (oldParts, newParts) = (oldParts ?? old, newParts ?? new)
    let holdsObject = left is any _CustomDiffObject || right is any _CustomDiffObject
    if !holdsObject, AnyEquality.areEqual(oldParts.children, newParts.children) {
      return Unexplained.write(
        text(left, place.oldName, depth: 0, &printer),
        text(right, place.newName, depth: 0, &printer), at: place, to: &printer)
    }
    if !holdsObject, oldParts.isOneLine || newParts.isOneLine {
      return writeBoth(hasComma: false, to: &printer)
    }
    printer.begin(.both, at: place)
    place.newName.write(to: &printer)
    printer.write(opening)
    printer.endLine()
    var (oldShown, newShown) = (isShown(oldParts.children), isShown(newParts.children))
    if let sortKey {
      oldShown = UnorderedParts.sorted(oldShown, using: &printer, by: sortKey)
      newShown = UnorderedParts.sorted(newShown, using: &printer, by: sortKey)
    }
    var rows = MirrorRows(old: oldShown, new: newShown, equivalence: equivalence, naming: naming)
    let runs = rows.align()
    RowsDifference(
      isSorted: sortKey != nil, collapses: collapses, hasCommas: true, indent: place.indent + 2
    ).write(&rows, runs, to: &printer)
    printer.begin(.both, at: place)
    printer.write(closing)
    printer.writeComma(at: place)
  }
}
