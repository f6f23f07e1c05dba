import OrderedCollections

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { dictionary.count }
  @inlinable public var count: Int { dictionary.count }
  @inlinable public var isEmpty: Bool { dictionary.isEmpty }
  @inlinable public func index(after i: Int) -> Int { i + 1 }
  @inlinable public func index(before i: Int) -> Int { i - 1 }

  /// The element at a position. A new element there must have the same identity.
  @inlinable
  public subscript(position: Int) -> Element {
    get { dictionary.values[position] }
    _modify {
      yield &dictionary.values[position]
      precondition(
        identity.read(dictionary.values[position]) == dictionary.keys[position],
        "The element at a position must keep its identity.")
    }
  }
}
