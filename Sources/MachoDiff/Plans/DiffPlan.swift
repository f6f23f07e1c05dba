import MachoMetadata

/// How the values of one type are printed and compared, found out once.
///
/// This class is for the types of which nothing can be found out beforehand: classes, existentials
/// and those with a mirror of their own, looked at value by value. The others have subclasses.
///
/// `@unchecked Sendable`: all that it and its subclasses store are constants of Sendable types.
class DiffPlan: @unchecked Sendable {
  /// The type; addresses that the plan is given are of values of it.
  let type: Any.Type

  init(_ type: Any.Type) { self.type = type }

  /// Whether values of the type are looked at one by one.
  var usesMirror: Bool { true }

  /// Whether the type has no differences but those that its parts have, down to what is known never
  /// to differ from itself, as NaN does.
  func isReflexive(_ depth: Int) -> Bool { false }

  /// Whether custom-dump finds no difference between two values.
  func areEqual(_ left: ValueAddress, _ right: ValueAddress, _ met: inout VisitedPairs) -> Bool {
    MirrorEquality.areEqual(left.anyValue(as: type), right.anyValue(as: type), &met)
  }

  /// Writes the value without its name.
  func write(_ value: ValueAddress, to printer: inout Printer, form: DumpOptions) {
    if TypeKind(of: type) == .classType, value.isNullReference {
      return printer.write("(null pointer)")
    }
    MirrorPrinter.write(value.anyValue(as: type), to: &printer, form: form)
  }

  /// Whether the value, as the only part of another, stands on that one's line.
  func isInline(_ value: ValueAddress) -> Bool {
    MirrorPrinter.isInline(value.anyValue(as: type))
  }

  /// Writes how two values differ that are known to, or whose names do.
  func writeDifference(
    _ left: ValueAddress, _ right: ValueAddress, at place: DiffPosition, to printer: inout Printer
  ) {
    MirrorDiff.write(left.anyValue(as: type), right.anyValue(as: type), at: place, to: &printer)
  }

  /// Whether both have the same identity, if values of the type have one.
  func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    MirrorEquality.areIdentical(left.anyValue(as: type), right.anyValue(as: type))
  }
}

/// How a value is written.
struct DumpOptions {
  /// How deep its parts are shown; 0 for none.
  var depth: Int
  /// Whether it is the outermost value.
  var isRoot = false
  /// Whether a name stands before it.
  var isNamed = false

  /// That of a value in the place of the one that holds it.
  var nested: DumpOptions { DumpOptions(depth: depth) }
}

/// The pairs of instances that one comparison has met: meeting one again settles nothing new.
struct VisitedPairs {
  private struct Pair: Hashable {
    let left: ObjectIdentifier
    let right: ObjectIdentifier
  }
  private var pairs: Set<Pair>?
  /// The rows that were compared last, and where they differ.
  var difference: FirstDifference?

  private mutating func makeFirstPair(_ left: ObjectIdentifier, _ right: ObjectIdentifier) -> Bool {
    pairs = [Pair(left: left, right: right)]
    return true
  }

  /// Whether the pair is met for the first time.
  mutating func insert(_ left: ObjectIdentifier, _ right: ObjectIdentifier) -> Bool {
    pairs?.insert(Pair(left: left, right: right)).inserted ?? makeFirstPair(left, right)
  }
}

extension DiffPlan {
  final func areEqual(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    var met = VisitedPairs()
    return areEqual(left, right, &met)
  }

  /// Writes the value behind its name.
  final func write(
    _ value: ValueAddress, name: FieldLabel, to printer: inout Printer, depth: Int,
    isRoot: Bool = false
  ) {
    name.write(to: &printer)
    write(
      value, to: &printer,
      form: DumpOptions(depth: depth, isRoot: isRoot, isNamed: !name.isNone))
  }
}
