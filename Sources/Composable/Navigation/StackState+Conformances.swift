import OrderedCollections

extension StackState: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard isAssertingSharedChanges else { return lhs.elements == rhs.elements }
    return lhs.ids == rhs.ids && lhs.elementsEqual(rhs)
  }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack of elements with new IDs.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements as an array, without IDs, which are valid for one process only.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements.values { try container.encode(element) }
  }
}

extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: CustomReflectable {
  /// A mirror of the elements as a dictionary, keyed by ID.
  public var customMirror: Mirror {
    Mirror(
      self, unlabeledChildren: Array(zip(elements.keys, elements.values)), displayStyle: .dictionary
    )
  }
}
