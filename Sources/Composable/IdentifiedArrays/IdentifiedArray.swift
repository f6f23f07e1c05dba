import OrderedCollections

/// An array with unique element identities and lookup by identity in constant time.
///
/// ```swift
/// var todos: IdentifiedArrayOf<Todo> = [Todo(id: 1), Todo(id: 2)]
/// todos[id: 2]?.isDone = true
/// todos.remove(id: 1)
/// ```
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var dictionary: OrderedDictionary<ID, Element>
  @usableFromInline let identity: ElementIdentity<ID, Element>

  @inlinable
  init(dictionary: OrderedDictionary<ID, Element>, identity: ElementIdentity<ID, Element>) {
    self.dictionary = dictionary
    self.identity = identity
  }

  /// Creates an empty array.
  ///
  /// - Parameter id: The property that is an element's identity.
  @inlinable
  public init(id: KeyPath<Element, ID>) {
    self.init(dictionary: [:], identity: ElementIdentity(id))
  }

  /// Creates an array of elements. Two elements with the same identity are a programmer's mistake
  /// and trap.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(unique: elements, identity: ElementIdentity(id))
  }

  /// Equivalent to `init(uniqueElements:id:)`. Upstream's initializer does not check the elements.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(uniqueElements: elements, id: id)
  }

  /// Creates an array of elements. `combine` chooses between two elements with the same identity.
  @inlinable
  public init(
    _ elements: some Sequence<Element>, id: KeyPath<Element, ID>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    let identity = ElementIdentity(id)
    self.init(
      dictionary: try OrderedDictionary(
        elements.lazy.map { (identity.read($0), $0) }, uniquingKeysWith: combine),
      identity: identity)
  }

  @inlinable
  init(unique elements: some Sequence<Element>, identity: ElementIdentity<ID, Element>) {
    self.init(dictionary: [:], identity: identity)
    dictionary.reserveCapacity(elements.underestimatedCount)
    for element in elements {
      let id = identity.read(element)
      if dictionary.updateValue(element, forKey: id) != nil { Self.trap(duplicate: id) }
    }
  }

  /// Traps with a message that names the type and the identity, in optimized builds too.
  @usableFromInline
  static func trap(duplicate id: ID) -> Never {
    fatalError(
      "Two elements of IdentifiedArray<\(ID.self), \(String(reflecting: Element.self))> have the "
        + "identity \(id).")
  }

  /// The property that is an element's identity.
  public var id: KeyPath<Element, ID> { identity.keyPath() }

  /// The identities, in the order of the elements.
  @inlinable
  public var ids: OrderedSet<ID> { dictionary.keys }

  /// The elements as an array.
  @inlinable
  public var elements: [Element] { dictionary.values.elements }

  /// The element with this identity. Setting `nil` removes it; setting a new element appends that.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { dictionary[id] }
    _modify {
      yield &dictionary[id]
      precondition(
        dictionary[id].map { identity.read($0) == id } ?? true,
        """
        The element of type \(Element.self) at the identity \(id) must keep it, but has \
        \(dictionary[id].map { "\(identity.read($0))" } ?? "none").
        """)
    }
  }

  /// Returns the position of the element with this identity.
  @inlinable
  public func index(id: ID) -> Int? { dictionary.index(forKey: id) }

  /// Whether the array contains an element with the same identity.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    dictionary.keys.contains(identity.read(element))
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  @inlinable
  public init() {
    self.init(dictionary: [:], identity: ElementIdentity())
  }

  /// Creates an array of elements. Two elements with the same identity are a programmer's mistake
  /// and trap.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(unique: elements, identity: ElementIdentity())
  }

  /// Equivalent to `init(uniqueElements:)`. Upstream's initializer does not check the elements.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }

  /// Creates an array of elements. `combine` chooses between two elements with the same identity.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(
      dictionary: try OrderedDictionary(
        elements.lazy.map { ($0.id, $0) }, uniquingKeysWith: combine),
      identity: ElementIdentity())
  }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

/// An identified array of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

/// Access to the identity of an element.
///
/// SAFETY: `@unchecked Sendable` because both closures only read, through a key path or a witness
/// of `Identifiable`. A key path never changes. It captures only arguments of subscripts, which are
/// hashed, compared and passed to getters.
@usableFromInline
struct ElementIdentity<ID: Hashable, Element>: @unchecked Sendable {
  @usableFromInline let read: (Element) -> ID
  /// Creates the key path on demand. PERFORMANCE: a key path in generic code costs more than a
  /// small reducer.
  @usableFromInline let keyPath: () -> KeyPath<Element, ID>

  @inlinable
  init(_ keyPath: KeyPath<Element, ID>) {
    read = { $0[keyPath: keyPath] }
    self.keyPath = { keyPath }
  }

  @inlinable
  init() where Element: Identifiable, ID == Element.ID {
    read = { $0.id }
    keyPath = { \Element.id }
  }
}
