import OrderedCollections

extension IdentifiedArray {
  /// Appends an element, unless the array contains one with its identity.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: endIndex)
  }

  /// Appends the elements whose identities the array does not contain.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element, unless the array contains one with its identity.
  @inlinable
  @discardableResult
  public mutating func insert(
    _ element: Element, at index: Int
  ) -> (inserted: Bool, index: Int) {
    let id = identity.read(element)
    if let existing = dictionary.index(forKey: id) { return (false, existing) }
    dictionary.updateValue(element, forKey: id, insertingAt: index)
    return (true, index)
  }

  /// Replaces the element with the same identity, or appends it.
  ///
  /// - Returns: The element that was replaced.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    dictionary.updateValue(element, forKey: identity.read(element))
  }

  /// Replaces the element with the same identity, or inserts it.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    dictionary.updateValue(element, forKey: identity.read(element), insertingAt: index)
  }

  /// Replaces the element at a position by another with the same identity.
  ///
  /// - Returns: The element that was replaced.
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let old = self[index]
    self[index] = element
    return old
  }

  /// Reserves storage for at least `minimumCapacity` elements.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    dictionary.reserveCapacity(minimumCapacity)
  }

  /// Returns the elements of `lhs`, and those of `rhs` whose identities `lhs` does not contain.
  @inlinable
  public static func + (lhs: Self, rhs: some Sequence<Element>) -> Self {
    var result = lhs
    result.append(contentsOf: rhs)
    return result
  }

  /// Appends the elements whose identities the array does not contain.
  @inlinable
  public static func += (lhs: inout Self, rhs: some Sequence<Element>) {
    lhs.append(contentsOf: rhs)
  }
}
