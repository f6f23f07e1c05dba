import CustomDump
import MachoMetadata

/// Writes differences of values of unknown type.
enum MirrorDiff {
  /// Writes two values: one line if they are equal, else their difference.
  static func writeComparison(
    _ left: Any, _ right: Any, at position: DiffPosition, to printer: inout Printer
  ) {
    guard position.labelsAreEqual, MirrorEquality.areEqual(left, right) else {
      return write(left, right, at: position, to: &printer)
    }
    printer.beginLine(.both, at: position)
    MirrorPrinter.write(
      left, label: position.newLabel, to: &printer, depth: 0, isRoot: position.isRoot)
    printer.writeComma(at: position)
  }

  /// Writes the difference of two values that are known to differ, or whose labels differ.
  static func write(_ left: Any, _ right: Any, at position: DiffPosition, to printer: inout Printer)
  {
    let isWritten: Void? = withContents(of: left, right) { type, left, right in
      let plan = DiffPlanCache.plan(for: type)
      return plan.usesMirror ? nil : plan.writeDifference(left, right, at: position, to: &printer)
    }
    if isWritten == nil { writeByMirror(left, right, at: position, to: &printer) }
  }

  /// Writes the difference of the values' mirrors.
  static func writeByMirror(
    _ left: Any, _ right: Any, at position: DiffPosition, to printer: inout Printer
  ) {
    let pair = MirrorPair(left, right, at: position)
    guard pair.old.mirror.subjectType == pair.new.mirror.subjectType else {
      return pair.writeBoth(to: &printer)
    }
    if left is any CustomDumpStringConvertible, right is any CustomDumpStringConvertible {
      return pair.writeBoth(to: &printer)
    }
    if printer.labelStyle == .source,
      left is any SourceDumped && right is any SourceDumped
        || PointerDump(left) != nil && PointerDump(right) != nil
    {
      return pair.writeBoth(to: &printer)
    }
    if let left = left as? any _CustomDiffObject, let right = right as? any _CustomDiffObject {
      if let old = snapshotValue(left), let new = snapshotValue(right) {
        return writeComparison(old, new, at: position, to: &printer)
      }
      guard left._objectIdentifier == right._objectIdentifier else {
        return pair.writeBoth(to: &printer)
      }
      return writeObject(left, at: position, to: &printer)
    }
    if let left = left as? any CustomDumpRepresentable,
      let right = right as? any CustomDumpRepresentable
    {
      return writeComparison(
        left.customDumpValue, right.customDumpValue, at: position, to: &printer)
    }
    pair.writeByDisplayStyle(to: &printer)
  }

  /// Writes the difference of the two values of a `_CustomDiffObject`.
  private static func writeObject(
    _ object: any _CustomDiffObject, at position: DiffPosition, to printer: inout Printer
  ) {
    let identifier = object._objectIdentifier
    let (left, right) = object._customDiffValues
    var pair = MirrorPair(left, right, at: position)
    let style = printer.labelStyle
    let typeName =
      object._customDiffType.map { DumpTypeNameCache.name(of: $0, style) }
      ?? pair.old.typeName(printer.labelStyle)
    let mark = printer.visitedObjects.label(of: identifier, type: typeName)
    if printer.visitedObjects.wasVisited(identifier) {
      printer.beginLine(.both, at: position)
      position.oldLabel.write(to: &printer)
      printer.write((mark.isEmpty ? "" : mark + " ") + typeName + "(↩︎)")
      return printer.writeComma(at: position)
    }
    printer.visitedObjects.visit(identifier, type: typeName)
    pair.position.oldLabel = position.oldLabel.labelWithMark(mark)
    pair.position.newLabel = position.newLabel.labelWithMark(mark)
    pair.writeChildren(
      opening: typeName,
      selecting: { Reflection.visibleChildren($0, of: left) },
      to: &printer)
  }
}

extension FieldLabel {
  /// Returns the label followed by an instance's mark.
  fileprivate func labelWithMark(_ mark: String) -> FieldLabel {
    mark.isEmpty ? self : .marked(self, mark)
  }
}
