import MachoMetadata

/// The labels and layout of one difference in a diff.
struct DiffPosition {
  /// The label of the old value.
  var oldLabel: FieldLabel
  /// The label of the new value.
  var newLabel: FieldLabel
  /// Whether a comma follows.
  var hasComma: Bool
  /// The indentation in spaces.
  var indent: Int
  /// Whether it is the root value.
  var isRoot = false
  /// The first difference, if the values are arrays that have been compared already.
  var difference: FirstDifference?

  init(
    oldLabel: FieldLabel, newLabel: FieldLabel, hasComma: Bool, indent: Int, isRoot: Bool = false
  ) {
    self.oldLabel = oldLabel
    self.newLabel = newLabel.isNone ? oldLabel : newLabel
    self.hasComma = hasComma
    self.indent = indent
    self.isRoot = isRoot
  }

  static var root: DiffPosition {
    DiffPosition(oldLabel: .none, newLabel: .none, hasComma: false, indent: 0, isRoot: true)
  }

  /// Whether the fields of the values are not shown, because they nest too deeply.
  var isTooDeep: Bool { indent >= 2 * DumpOptions.depthLimit }

  var labelsAreEqual: Bool { oldLabel == newLabel }

  /// Whether the labels are different keys of dictionaries, so that the new one does not say which
  /// element was replaced.
  var replacesKey: Bool {
    if case .key = oldLabel, case .key = newLabel { return !labelsAreEqual }
    return false
  }
}

extension Printer {
  /// Starts a line of one side at this position.
  mutating func beginLine(_ margin: Margin, at position: DiffPosition) {
    beginLine(margin, indent: position.indent)
  }

  mutating func beginLine(_ margin: Margin, indent: Int) {
    self.margin = margin
    side = margin == .old ? .old : .new
    self.indent = indent
    beginLine()
  }

  /// Whether the contents of two values may be compared line by line below the new label. With source
  /// names, not below a key that replaces another one, where custom-dump's text is ambiguous.
  func canCompareContents(at position: DiffPosition) -> Bool {
    labelStyle == .stored || !position.replacesKey
  }

  mutating func writeComma(at position: DiffPosition) {
    if position.hasComma { writeComma() }
  }
}

extension DiffPlan {
  /// Writes two values of the type: one line if they are equal, else their difference.
  final func writeComparison(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    guard position.labelsAreEqual, areEqual(left, right) else {
      return writeDifference(left, right, at: position, to: &printer)
    }
    printer.beginLine(.both, at: position)
    write(left, label: position.newLabel, to: &printer, depth: 0, isRoot: position.isRoot)
    printer.writeComma(at: position)
  }

  /// Writes the whole old value, then the whole new one.
  final func writeBoth(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition, withCommas: Bool = true,
    to printer: inout Printer
  ) {
    var position = position
    if !withCommas { position.hasComma = false }
    printer.beginLine(.old, at: position)
    write(
      left, label: position.oldLabel, to: &printer, depth: DumpOptions.depthLimit,
      isRoot: position.isRoot)
    printer.writeComma(at: position)
    printer.endLine()
    printer.beginLine(.new, at: position)
    write(
      right, label: position.newLabel, to: &printer, depth: DumpOptions.depthLimit,
      isRoot: position.isRoot)
    printer.writeComma(at: position)
  }

  /// Writes two values that are unequal although all their fields are equal.
  final func writeInvisibleDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    let old = printer.renderSeparately { write(left, label: position.oldLabel, to: &$0, depth: 0) }
    let new = printer.renderSeparately { write(right, label: position.newLabel, to: &$0, depth: 0) }
    InvisibleDifference.write(haveSameText: old == new, at: position, to: &printer) {
      side, printer in
      write(
        side == .old ? left : right,
        label: side == .old ? position.oldLabel : position.newLabel, to: &printer, depth: 0)
    }
  }
}

/// Two unequal values without a visible difference.
enum InvisibleDifference {
  static func write(
    haveSameText: Bool, at position: DiffPosition, to printer: inout Printer,
    _ body: (Side, inout Printer) -> Void
  ) {
    if haveSameText {
      printer.beginLine(.both, at: position)
      printer.write(
        position.isTooDeep
          ? "// The difference nests too deeply to be shown:"
          : "// Not equal but no difference detected:")
      printer.endLine()
    }
    printer.beginLine(.old, at: position)
    body(.old, &printer)
    printer.writeComma(at: position)
    printer.endLine()
    printer.beginLine(.new, at: position)
    body(.new, &printer)
    printer.writeComma(at: position)
  }
}
