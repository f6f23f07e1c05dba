public import OrderedCollections

/// A collection whose elements are found by identity.
public protocol _MutableIdentifiedCollection<ID, Element>: MutableCollection,
  RandomAccessCollection
{
  /// The identity of an element.
  associatedtype ID: Hashable
  /// The type of `ids`.
  associatedtype IDs: Sequence<ID>

  /// The identities of the elements, in their order.
  var ids: IDs { get }

  /// The element with an identity.
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: _MutableIdentifiedCollection {}

extension Shared where Value: MutableCollection & RandomAccessCollection, Value.Index: Hashable {
  /// The elements as shared values, by position.
  ///
  /// After a position disappeared, it keeps its last value, and modifications change nothing else.
  public var elements: [Shared<Value.Element>] {
    let base = reference
    return base.read(.expected).indices.compactMap { index in
      SharedPart(
        base, SharedPartComponent.index(index),
        get: { $0.indices.contains(index) ? $0[index] : nil }, set: { $0[index] = $1 }
      ).map { Shared<Value.Element>($0) }
    }
  }
}

extension Shared where Value: _MutableIdentifiedCollection, Value.Index: Hashable {
  /// The elements as shared values, by identity.
  ///
  /// ```swift
  /// for todo in $todos.elements { todo.withLock { $0.isDone = true } }
  /// ```
  ///
  /// After an element was removed, it keeps its last value, and modifications change nothing else.
  public var elements: [Shared<Value.Element>] {
    let base = reference
    return base.read(.expected).ids.compactMap { id in
      SharedPart(
        base, SharedPartComponent.id(id), get: { $0[id: id] }, set: { $0[id: id] = $1 }
      ).map { Shared<Value.Element>($0) }
    }
  }
}

extension SharedReader where Value: RandomAccessCollection, Value.Index: Hashable {
  /// The elements as shared values, by position.
  ///
  /// After a position disappeared, its value is the last one.
  public var elements: [SharedReader<Value.Element>] {
    let base = reference
    return base.read(.expected).indices.compactMap { index in
      SharedReaderPart(
        base, SharedPartComponent.index(index),
        get: { $0.indices.contains(index) ? $0[index] : nil }
      ).map { SharedReader<Value.Element>($0) }
    }
  }
}

extension SharedReader where Value: _MutableIdentifiedCollection, Value.Index: Hashable {
  /// The elements as shared values, by identity.
  ///
  /// After an element was removed, its value is the last one.
  public var elements: [SharedReader<Value.Element>] {
    let base = reference
    return base.read(.expected).ids.compactMap { id in
      SharedReaderPart(base, SharedPartComponent.id(id), get: { $0[id: id] })
        .map { SharedReader<Value.Element>($0) }
    }
  }
}

extension RangeReplaceableCollection {
  /// Converts a shared collection to a collection of shared elements.
  ///
  /// ```swift
  /// ForEach(Array($todos)) { $todo in TodoRow(todo: $todo) }
  /// ```
  public init<Value: MutableCollection & RandomAccessCollection>(_ shared: Shared<Value>)
  where Value.Index: Hashable, Element == Shared<Value.Element> {
    self.init(shared.elements)
  }

  /// Converts a shared collection to a collection of shared elements, by identity.
  public init<Value: _MutableIdentifiedCollection>(_ shared: Shared<Value>)
  where Value.Index: Hashable, Element == Shared<Value.Element> {
    self.init(shared.elements)
  }

  /// Converts a shared collection to a collection of shared elements.
  public init<Value: RandomAccessCollection>(_ shared: SharedReader<Value>)
  where Value.Index: Hashable, Element == SharedReader<Value.Element> {
    self.init(shared.elements)
  }

  /// Converts a shared collection to a collection of shared elements, by identity.
  public init<Value: _MutableIdentifiedCollection>(_ shared: SharedReader<Value>)
  where Value.Index: Hashable, Element == SharedReader<Value.Element> {
    self.init(shared.elements)
  }
}
