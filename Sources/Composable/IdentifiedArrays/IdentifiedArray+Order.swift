import Foundation
import OrderedCollections

extension IdentifiedArray {
  /// Swaps the elements at two positions.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) { dictionary.swapAt(i, j) }

  /// Moves elements in front of the element at `destination`.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    let moved = source.map { dictionary.elements[$0] }
    let before = source.count(in: 0..<destination)
    remove(atOffsets: source)
    for (offset, element) in moved.enumerated() {
      dictionary.updateValue(
        element.value, forKey: element.key, insertingAt: destination - before + offset)
    }
  }

  /// Sorts the elements. Equal elements keep their order.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    try dictionary.sort { try areInIncreasingOrder($0.value, $1.value) }
  }

  /// Shuffles the elements.
  @inlinable
  public mutating func shuffle() { dictionary.shuffle() }

  /// Shuffles the elements with a random number generator.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    dictionary.shuffle(using: &generator)
  }

  /// Reverses the order of the elements.
  @inlinable
  public mutating func reverse() { dictionary.reverse() }

  /// Moves the elements that satisfy a condition behind those that do not.
  ///
  /// - Returns: The position of the first element that satisfies the condition.
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    try dictionary.partition { try belongsInSecondPartition($0.value) }
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements. Equal elements keep their order.
  @inlinable
  public mutating func sort() { sort(by: <) }
}
