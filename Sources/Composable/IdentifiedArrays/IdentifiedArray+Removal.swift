import Foundation
import OrderedCollections

extension IdentifiedArray {
  /// Removes the element with this identity.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? { dictionary.removeValue(forKey: id) }

  /// Removes the element with the same identity.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identity.read(element))
  }

  /// Removes the element at a position.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    dictionary.elements.remove(at: index).value
  }

  /// Removes the elements at several positions.
  public mutating func remove(atOffsets offsets: IndexSet) {
    for range in offsets.rangeView.reversed() { removeSubrange(range) }
  }

  /// Removes the elements in a range of positions.
  @inlinable
  public mutating func removeSubrange(_ bounds: Range<Int>) {
    dictionary.elements.removeSubrange(bounds)
  }

  /// Removes the elements in a range of positions.
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    dictionary.elements.removeSubrange(bounds)
  }

  /// Removes the elements that satisfy a condition.
  @inlinable
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    try dictionary.removeAll { try shouldBeRemoved($0.value) }
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    dictionary.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes and returns the first element. The array must not be empty.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element { dictionary.elements.removeFirst().value }

  /// Removes the first `count` elements. The array must contain as many.
  @inlinable
  public mutating func removeFirst(_ count: Int) { dictionary.elements.removeFirst(count) }

  /// Removes and returns the last element. The array must not be empty.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { dictionary.elements.removeLast().value }

  /// Removes the last `count` elements. The array must contain as many.
  @inlinable
  public mutating func removeLast(_ count: Int) { dictionary.elements.removeLast(count) }

  /// Removes and returns the last element, or returns `nil` if the array is empty.
  @inlinable
  @discardableResult
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Returns an identified array of the elements that satisfy a condition.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(dictionary: try dictionary.filter { try isIncluded($0.value) }, identity: identity)
  }
}
