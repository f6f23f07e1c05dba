import MachoMetadata

/// Where in a diff a difference stands.
struct Place {
  /// The name before the old value.
  var oldName: PartName
  /// The name before the new value.
  var newName: PartName
  /// Whether a comma stands behind it.
  var hasComma: Bool
  /// How many spaces its lines begin with.
  var indent: Int
  /// Whether it is the outermost value.
  var isRoot = false
  /// Where the values differ, if they are rows that were compared before.
  var difference: RowDifference?

  init(
    oldName: PartName, newName: PartName, hasComma: Bool, indent: Int, isRoot: Bool = false
  ) {
    self.oldName = oldName
    self.newName = newName.isNone ? oldName : newName
    self.hasComma = hasComma
    self.indent = indent
    self.isRoot = isRoot
  }

  static var root: Place {
    Place(oldName: .none, newName: .none, hasComma: false, indent: 0, isRoot: true)
  }

  var namesAreEqual: Bool { oldName == newName }
}

extension Printer {
  /// Begins lines of one side at a place.
  mutating func begin(_ margin: Margin, at place: Place) { begin(margin, indent: place.indent) }

  mutating func begin(_ margin: Margin, indent: Int) {
    self.margin = margin
    self.indent = indent
    beginLine()
  }

  mutating func writeComma(at place: Place) {
    if place.hasComma { write(.comma) }
  }
}

extension Plan {
  /// Writes two values of the type: one line if they are equal, else how they differ.
  final func writeComparison(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    guard place.namesAreEqual, areEqual(left, right) else {
      return writeDifference(left, right, at: place, to: &printer)
    }
    printer.begin(.both, at: place)
    write(left, name: place.newName, to: &printer, depth: 0, isRoot: place.isRoot)
    printer.writeComma(at: place)
  }

  /// Writes the whole old value and the whole new one.
  final func writeBoth(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, withCommas: Bool = true,
    to printer: inout Printer
  ) {
    var place = place
    if !withCommas { place.hasComma = false }
    printer.begin(.old, at: place)
    write(left, name: place.oldName, to: &printer, depth: .max, isRoot: place.isRoot)
    printer.writeComma(at: place)
    printer.endLine()
    printer.begin(.new, at: place)
    write(right, name: place.newName, to: &printer, depth: .max, isRoot: place.isRoot)
    printer.writeComma(at: place)
  }

  /// Writes two values that are not equal though all their parts are.
  final func writeUnexplained(
    _ left: ValueAddress, _ right: ValueAddress, at place: Place, to printer: inout Printer
  ) {
    let old = printer.apart { write(left, name: place.oldName, to: &$0, depth: 0) }
    let new = printer.apart { write(right, name: place.newName, to: &$0, depth: 0) }
    Unexplained.write(old, new, at: place, to: &printer)
  }
}

/// Two values that differ in nothing that can be shown.
enum Unexplained {
  static func write(_ old: String, _ new: String, at place: Place, to printer: inout Printer) {
    if old == new {
      printer.begin(.both, at: place)
      printer.write("// Not equal but no difference detected:")
      printer.endLine()
    }
    printer.begin(.old, at: place)
    printer.write(old)
    printer.writeComma(at: place)
    printer.endLine()
    printer.begin(.new, at: place)
    printer.write(new)
    printer.writeComma(at: place)
  }
}
