import MachoMetadata

/// The `==` of a type, as far as a diff may rely on it.
///
/// custom-dump takes two values for equal if their `==` does. But an `==` may ignore properties that
/// the dump shows, and their change would be silent. So values that `==` takes for equal are also
/// compared by their bytes and, if these differ, by what their dumps show.
struct DumpEquality: Sendable {
  /// The `==` alone.
  let witness: EqualityWitness
  private let size: Int
  private let isComplete: Bool
  private let mayHoldObjects: Bool

  /// Returns `nil` for a type that is not `Equatable`.
  init?(of type: Any.Type) {
    guard let witness = EqualityWitness(of: type) else { return nil }
    self.witness = witness
    size = byteCount(of: type)
    isComplete = KnownEquality.isComplete(type)
    mayHoldObjects = ObjectTypes.mayOccur(in: type)
  }

  /// Whether equal references do not suffice, because the contents of objects are compared.
  var comparesObjects: Bool { mayHoldObjects && ComparedObjects.current != nil }

  /// Whether two values are equal. `areShownEqual` compares what their dumps show.
  @inline(__always)
  func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, areShownEqual: () -> Bool
  ) -> Bool {
    witness.areEqual(left, right)
      && (isComplete || left.hasSameBytes(as: right, count: size) && !comparesObjects
        || areShownEqual())
  }

  /// Returns the first index in `range` at which two buffers differ, or the end of `range`.
  ///
  /// - Parameter areShownEqual: Compares what the dumps of the elements at an index show.
  func firstDifference(
    _ left: ElementBuffer, _ right: ElementBuffer, in range: Range<Int>,
    areShownEqual: (Int) -> Bool
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
