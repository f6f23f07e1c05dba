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

  /// Removes the elements at some positions.
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

  /// Removes the elements for which a condition holds.
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

  /// Removes the first element, which must be there.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element { dictionary.elements.removeFirst().value }

  /// Removes the first elements, which must be there.
  @inlinable
  public mutating func removeFirst(_ count: Int) { dictionary.elements.removeFirst(count) }

  /// Removes the last element, which must be there.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { dictionary.elements.removeLast().value }

  /// Removes the last elements, which must be there.
  @inlinable
  public mutating func removeLast(_ count: Int) { dictionary.elements.removeLast(count) }

  /// Removes the last element, if there is one.
  @inlinable
  @discardableResult
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// An identified array of the elements for which a condition holds.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(dictionary: try dictionary.filter { try isIncluded($0.value) }, identity: identity)
  }
}
