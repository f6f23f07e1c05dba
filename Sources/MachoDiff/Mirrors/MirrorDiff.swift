import CustomDump
import MachoMetadata

/// Writes how values differ of which nothing is known beforehand.
enum MirrorDiff {
  /// Writes two values: one line if they are equal, else how they differ.
  static func writeComparison(
    _ left: Any, _ right: Any, at place: DiffPosition, to printer: inout Printer
  ) {
    guard place.labelsAreEqual, MirrorEquality.areEqual(left, right) else {
      return write(left, right, at: place, to: &printer)
    }
    printer.beginLine(.both, at: place)
    MirrorPrinter.write(
      left, name: place.newLabel, to: &printer, depth: 0, isRoot: place.isRoot)
    printer.writeComma(at: place)
  }

  /// Writes how two values differ that are known to, or whose names do.
  static func write(_ left: Any, _ right: Any, at place: DiffPosition, to printer: inout Printer) {
    let isWritten: Void? = withContents(of: left, right) { type, left, right in
      let plan = DiffPlanCache.plan(for: type)
      return plan.usesMirror ? nil : plan.writeDifference(left, right, at: place, to: &printer)
    }
    if isWritten == nil { writeByMirror(left, right, at: place, to: &printer) }
  }

  /// The same by what their mirrors show.
  static func writeByMirror(
    _ left: Any, _ right: Any, at place: DiffPosition, to printer: inout Printer
  ) {
    let pair = MirrorPair(left, right, at: place)
    guard pair.old.mirror.subjectType == pair.new.mirror.subjectType else {
      return pair.writeBoth(to: &printer)
    }
    if left is any CustomDumpStringConvertible, right is any CustomDumpStringConvertible {
      return pair.writeBoth(to: &printer)
    }
    if let left = left as? any _CustomDiffObject, let right = right as? any _CustomDiffObject {
      guard left._objectIdentifier == right._objectIdentifier else {
        return pair.writeBoth(to: &printer)
      }
      return writeObject(left, at: place, to: &printer)
    }
    if let left = left as? any CustomDumpRepresentable,
      let right = right as? any CustomDumpRepresentable
    {
      return writeComparison(
        left.customDumpValue, right.customDumpValue, at: place, to: &printer)
    }
    pair.writeByDisplayStyle(to: &printer)
  }

  /// Writes the two values of an instance that knows both.
  private static func writeObject(
    _ object: any _CustomDiffObject, at place: DiffPosition, to printer: inout Printer
  ) {
    let identifier = object._objectIdentifier
    let (left, right) = object._customDiffValues
    var pair = MirrorPair(left, right, at: place)
    let typeName =
      object._customDiffType.map { DumpTypeNameCache.name(of: $0) } ?? pair.old.typeName
    let mark = printer.visitedObjects.label(of: identifier, type: typeName)
    if printer.visitedObjects.wasVisited(identifier) {
      printer.beginLine(.both, at: place)
      place.oldLabel.write(to: &printer)
      printer.write((mark.isEmpty ? "" : mark + " ") + typeName + "(↩︎)")
      return printer.writeComma(at: place)
    }
    printer.visitedObjects.visit(identifier, type: typeName)
    pair.position.oldLabel = place.oldLabel.labelWithMark(mark)
    pair.position.newLabel = place.newLabel.labelWithMark(mark)
    pair.isObject = true
    pair.writeChildren(
      opening: typeName + "(", closing: ")", isShown: { Reflection.visibleChildren($0, of: left) },
      to: &printer)
  }
}

extension FieldLabel {
  /// The name with an instance's mark behind it.
  fileprivate func labelWithMark(_ mark: String) -> FieldLabel {
    if isNone { return mark.isEmpty ? .none : .text(mark, isComplete: true) }
    if mark.isEmpty, case .text(_, true) = self { return self }
    return .text(plainText + ":" + (mark.isEmpty ? "" : " " + mark), isComplete: true)
  }

  private var plainText: String {
    switch self {
    case .none: ""
    case .declared(let name): String(decoding: name.stored, as: UTF8.self)
    case .index(let index): "[\(index)]"
    case .text(let text, _): text
    }
  }
}
