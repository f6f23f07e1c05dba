import OrderedCollections

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { dictionary.count }
  @inlinable public var count: Int { dictionary.count }
  @inlinable public var isEmpty: Bool { dictionary.isEmpty }
  @inlinable public func index(after i: Int) -> Int { i + 1 }
  @inlinable public func index(before i: Int) -> Int { i - 1 }

  /// The element at a position.
  ///
  /// Setting an element with another identity replaces the element there. If the array already
  /// contains that identity at another position, the two positions are exchanged, so that
  /// algorithms can assign elements in a new order. A change in place, such as that of a property,
  /// must keep the identity.
  @inlinable
  public subscript(position: Int) -> Element {
    get { dictionary.values[position] }
    set {
      let id = identity.read(newValue)
      if let other = dictionary.index(forKey: id) {
        if other != position { dictionary.swapAt(other, position) }
        dictionary.values[position] = newValue
      } else {
        dictionary.remove(at: position)
        dictionary.updateValue(newValue, forKey: id, insertingAt: position)
      }
    }
    _modify {
      yield &dictionary.values[position]
      precondition(
        identity.read(dictionary.values[position]) == dictionary.keys[position],
        """
        The element of type \(Element.self) at position \(position) must keep its identity \
        \(dictionary.keys[position]), but has \(identity.read(dictionary.values[position])).
        """)
    }
  }
}
