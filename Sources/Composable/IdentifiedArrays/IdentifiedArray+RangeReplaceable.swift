extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Creates a copy of an array.
  @inlinable
  public init(_ elements: Self) { self = elements }

  /// Creates an array of the elements of a slice.
  @inlinable
  public init(_ elements: SubSequence) { self.init(uniqueElements: elements) }

  /// Replaces the elements in a range of positions. As upstream, new elements whose identities the
  /// other elements have are omitted.
  @inlinable
  public mutating func replaceSubrange(
    _ bounds: Range<Int>, with elements: some Collection<Element>
  ) {
    removeSubrange(bounds)
    var position = bounds.lowerBound
    for element in elements where insert(element, at: position).inserted { position += 1 }
  }
}
