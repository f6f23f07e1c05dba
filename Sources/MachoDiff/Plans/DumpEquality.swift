import MachoMetadata

/// The `==` of a type, as far as a diff may rely on it.
///
/// custom-dump takes two values for equal if their `==` does. But an `==` may ignore properties that
/// the dump shows, and their change would be silent. So values that `==` takes for equal are also
/// compared by their bytes and, if these differ, by what their dumps show. Conversely, NaN
/// never equals itself, nor does a value that contains it; such values are equal if their dumps are.
struct DumpEquality: Sendable {
  /// The `==` alone.
  let witness: EqualityWitness
  private let size: Int
  private let isComplete: Bool
  private let mayHoldObjects: Bool
  /// Whether values that are unequal by `==` may be shown alike, because NaN is.
  let mayHoldNaN: Bool

  /// Returns `nil` for a type that is not `Equatable`.
  ///
  /// - Parameter comparesParts: Whether `areShownEqual`, below, compares all that a dump shows.
  init?(of type: Any.Type, comparesParts: Bool = false) {
    guard let witness = EqualityWitness(of: type) else { return nil }
    self.witness = witness
    size = byteCount(of: type)
    let leaves = InexactLeaves.of(type)
    isComplete = KnownEquality.isComplete(type) && leaves.isEmpty
    mayHoldObjects = ObjectTypes.mayOccur(in: type)
    mayHoldNaN = comparesParts && leaves.hasFloats
  }

  /// Whether equal references do not suffice, because the contents of objects are compared.
  var comparesObjects: Bool { mayHoldObjects && ComparedObjects.current != nil }

  /// Whether two values are equal. `areShownEqual` compares what their dumps show.
  @inline(__always)
  func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, areShownEqual: () -> Bool
  ) -> Bool {
    guard witness.areEqual(left, right) else { return mayHoldNaN && areShownEqual() }
    return isComplete || left.hasSameBytes(as: right, count: size) && !comparesObjects
      || areShownEqual()
  }

  /// Returns the first index in `range` at which two buffers differ, or the end of `range`.
  ///
  /// - Parameter areShownEqual: Compares what the dumps of the elements at an index show.
  func firstDifference(
    _ left: ElementBuffer, _ right: ElementBuffer, in range: Range<Int>,
    areShownEqual: (Int) -> Bool
  ) -> Int {
    var start = range.lowerBound
    while true {
      let index = firstInequality(left, right, in: start..<range.upperBound, areShownEqual)
      guard mayHoldNaN, index < range.upperBound, !witness.areEqual(left[index], right[index]),
        areShownEqual(index)
      else { return index }
      start = index + 1
    }
  }

  /// Returns the first index in `range` at which `==` or the dumps differ, or the end of `range`.
  private func firstInequality(
    _ left: ElementBuffer, _ right: ElementBuffer, in range: Range<Int>,
    _ areShownEqual: (Int) -> Bool
  ) -> Int {
    let end = witness.firstDifference(left, right, in: range)
    let equal = range.lowerBound..<end
    let comparesObjects = comparesObjects
    if isComplete || left.hasSameBytes(as: right, in: equal) && !comparesObjects { return end }
    return equal.first {
      (comparesObjects || !left[$0].hasSameBytes(as: right[$0], count: size))
        && !areShownEqual($0)
    } ?? end
  }
}
