import MachoMetadata

/// The printing and comparison of one type's values, built once per type.
///
/// This class handles types that need a mirror per value: classes, existentials, sets, dictionaries,
/// types with custom mirrors, and types with fields that cannot be read in place. Their mirrors may
/// have any display style, so `Mirrors` must write all of them. Subclasses handle all other types.
///
/// PERFORMANCE: with mirrors alone, the bench row "print of 10,000 rows" rises from 1/386 to 0.22
/// of custom-dump's time, 80 times as long, and a `send` to a session takes 6 times as long
/// (November 2026). A diff of the 10,000 rows then takes seconds.
///
/// SAFETY: `@unchecked Sendable`, because the class and its subclasses store only constants of
/// Sendable types.
class DiffPlan: @unchecked Sendable {
  /// The type. All addresses passed to the plan are of values of this type.
  let type: Any.Type

  init(_ type: Any.Type) { self.type = type }

  /// Whether each value of the type must be inspected by its mirror.
  var usesMirror: Bool { true }

  /// Whether every value is known to equal itself, because values differ only by their fields. `false` for
  /// types nested deeper than `depth`.
  func isReflexive(_ depth: Int) -> Bool { false }

  /// Whether custom-dump finds no difference between two values.
  func areEqual(_ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs) -> Bool
  {
    MirrorEquality.areEqual(left.anyValue(as: type), right.anyValue(as: type), &visited)
  }

  /// Writes the value without its label.
  func write(_ value: ValueAddress, to printer: inout Printer, options: DumpOptions) {
    if TypeKind(of: type) == .classType, value.isNullReference {
      return printer.write("(null pointer)")
    }
    MirrorPrinter.write(value.anyValue(as: type), to: &printer, options: options)
  }

  /// Whether the value, as the only field of another value, is written on the same line.
  func isInline(_ value: ValueAddress) -> Bool {
    MirrorPrinter.isInline(value.anyValue(as: type))
  }

  /// Whether the value's text is that of a case of an Optional around it: `nil`, `.none` or `.some(…)`.
  func spellsOptionalCase(_ value: ValueAddress) -> Bool {
    OptionalCase.isSpelledByMirror(value.anyValue(as: type))
  }

  /// Writes the difference of two values that are known to differ, or whose labels differ.
  func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at position: DiffPosition,
    to printer: inout Printer
  ) {
    MirrorDiff.write(left.anyValue(as: type), right.anyValue(as: type), at: position, to: &printer)
  }

  /// Whether both values have the same identity. `false` if the type has none.
  func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    MirrorEquality.areIdentical(left.anyValue(as: type), right.anyValue(as: type))
  }
}

/// Options for dumping one value.
struct DumpOptions {
  /// How many levels of fields are shown; 0 for none.
  var depth: Int
  /// Whether it is the root value.
  var isRoot = false
  /// Whether a label precedes it.
  var isNamed = false

  /// The depth of a whole value: what is printed can be typed. The innermost level may contain a
  /// leaf in a case.
  static let depthLimit = NestingLimit.text - 3

  /// The options for a value that replaces its container in the dump.
  var nested: DumpOptions { DumpOptions(depth: depth) }

  /// The options for the content of an Optional: one level deeper in `.some(…)`.
  func inside(_ hasCase: Bool) -> DumpOptions { DumpOptions(depth: hasCase ? depth - 1 : depth) }
}

/// The pairs of instances visited by one comparison. A pair that is visited again is taken as
/// equal.
struct VisitedPairs {
  private struct Pair: Hashable {
    let left: ObjectIdentifier
    let right: ObjectIdentifier
  }
  private var pairs: Set<Pair>?
  /// The number of levels above the values being compared.
  private var depth = 0
  /// The first difference of the arrays compared last.
  var difference: FirstDifference?

  /// Compares values one level deeper. Values that nest too deeply count as different.
  @inline(__always)
  mutating func areEqualInside(_ compare: (inout Self) -> Bool) -> Bool {
    guard depth < NestingLimit.comparison else { return false }
    depth += 1
    defer { depth -= 1 }
    return compare(&self)
  }

  private mutating func makeFirstPair(_ left: ObjectIdentifier, _ right: ObjectIdentifier) -> Bool {
    pairs = [Pair(left: left, right: right)]
    return true
  }

  /// Adds a pair. Returns whether it was not yet visited.
  mutating func insert(_ left: ObjectIdentifier, _ right: ObjectIdentifier) -> Bool {
    pairs?.insert(Pair(left: left, right: right)).inserted ?? makeFirstPair(left, right)
  }
}

extension DiffPlan {
  final func areEqual(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    var visited = VisitedPairs()
    return areEqual(left, right, &visited)
  }

  /// Writes the label, then the value.
  final func write(
    _ value: ValueAddress, label: FieldLabel, to printer: inout Printer, depth: Int,
    isRoot: Bool = false
  ) {
    label.write(to: &printer)
    write(
      value, to: &printer,
      options: DumpOptions(depth: depth, isRoot: isRoot, isNamed: !label.isNone))
  }
}
