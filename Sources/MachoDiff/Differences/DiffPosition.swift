import MachoMetadata

/// Where in a diff a difference stands.
struct DiffPosition {
  /// The name before the old value.
  var oldLabel: FieldLabel
  /// The name before the new value.
  var newLabel: FieldLabel
  /// Whether a comma stands behind it.
  var hasComma: Bool
  /// How many spaces its lines begin with.
  var indent: Int
  /// Whether it is the outermost value.
  var isRoot = false
  /// Where the values differ, if they are rows that were compared before.
  var difference: FirstDifference?

  init(
    oldName: FieldLabel, newName: FieldLabel, hasComma: Bool, indent: Int, isRoot: Bool = false
  ) {
    self.oldLabel = oldName
    self.newLabel = newName.isNone ? oldName : newName
    self.hasComma = hasComma
    self.indent = indent
    self.isRoot = isRoot
  }

  static var root: DiffPosition {
    DiffPosition(oldName: .none, newName: .none, hasComma: false, indent: 0, isRoot: true)
  }

  var labelsAreEqual: Bool { oldLabel == newLabel }
}

extension Printer {
  /// Begins lines of one side at a place.
  mutating func beginLine(_ margin: Margin, at place: DiffPosition) {
    beginLine(margin, indent: place.indent)
  }

  mutating func beginLine(_ margin: Margin, indent: Int) {
    self.margin = margin
    self.indent = indent
    beginLine()
  }

  mutating func writeComma(at place: DiffPosition) {
    if place.hasComma { write(.comma) }
  }
}

extension DiffPlan {
  /// Writes two values of the type: one line if they are equal, else how they differ.
  final func writeComparison(
    _ left: ValueAddress, _ right: ValueAddress, at place: DiffPosition, to printer: inout Printer
  ) {
    guard place.labelsAreEqual, areEqual(left, right) else {
      return writeDifference(left, right, at: place, to: &printer)
    }
    printer.beginLine(.both, at: place)
    write(left, name: place.newLabel, to: &printer, depth: 0, isRoot: place.isRoot)
    printer.writeComma(at: place)
  }

  /// Writes the whole old value and the whole new one.
  final func writeBoth(
    _ left: ValueAddress, _ right: ValueAddress, at place: DiffPosition, withCommas: Bool = true,
    to printer: inout Printer
  ) {
    var place = place
    if !withCommas { place.hasComma = false }
    printer.beginLine(.old, at: place)
    write(left, name: place.oldLabel, to: &printer, depth: .max, isRoot: place.isRoot)
    printer.writeComma(at: place)
    printer.endLine()
    printer.beginLine(.new, at: place)
    write(right, name: place.newLabel, to: &printer, depth: .max, isRoot: place.isRoot)
    printer.writeComma(at: place)
  }

  /// Writes two values that are not equal though all their parts are.
  final func writeInvisibleDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: DiffPosition, to printer: inout Printer
  ) {
    let old = printer.renderSeparately { write(left, name: place.oldLabel, to: &$0, depth: 0) }
    let new = printer.renderSeparately { write(right, name: place.newLabel, to: &$0, depth: 0) }
    InvisibleDifference.write(old, new, at: place, to: &printer)
  }
}

/// Two values that differ in nothing that can be shown.
enum InvisibleDifference {
  static func write(_ old: String, _ new: String, at place: DiffPosition, to printer: inout Printer)
  {
    if old == new {
      printer.beginLine(.both, at: place)
      printer.write("// Not equal but no difference detected:")
      printer.endLine()
    }
    printer.beginLine(.old, at: place)
    printer.write(old)
    printer.writeComma(at: place)
    printer.endLine()
    printer.beginLine(.new, at: place)
    printer.write(new)
    printer.writeComma(at: place)
  }
}
