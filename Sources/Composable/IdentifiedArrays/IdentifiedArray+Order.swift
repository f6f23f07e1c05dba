import Foundation
import OrderedCollections

extension IdentifiedArray {
  /// Exchanges the elements at two positions.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) { dictionary.swapAt(i, j) }

  /// Moves elements so that they stand in front of the one that was at `destination`.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    let moved = source.map { dictionary.elements[$0] }
    let before = source.count(in: 0..<destination)
    remove(atOffsets: source)
    for (offset, element) in moved.enumerated() {
      dictionary.updateValue(
        element.value, forKey: element.key, insertingAt: destination - before + offset)
    }
  }

  /// Sorts the elements; equal ones keep their order.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    try dictionary.sort { try areInIncreasingOrder($0.value, $1.value) }
  }

  /// Puts the elements into a random order.
  @inlinable
  public mutating func shuffle() { dictionary.shuffle() }

  /// Puts the elements into an order that a generator chooses.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    dictionary.shuffle(using: &generator)
  }

  /// Reverses the order of the elements.
  @inlinable
  public mutating func reverse() { dictionary.reverse() }

  /// Moves the elements for which a condition holds behind those for which it does not.
  ///
  /// - Returns: Where those begin for which it holds.
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    try dictionary.partition { try belongsInSecondPartition($0.value) }
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal ones keep their order.
  @inlinable
  public mutating func sort() { sort(by: <) }
}
