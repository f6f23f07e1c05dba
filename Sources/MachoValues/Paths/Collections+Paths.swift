import MachoMetadata
import OrderedCollections

/// A collection of values by key.
protocol KeyedValues {
  static var keyType: Any.Type { get }
  static var valueType: Any.Type { get }
  /// The type of the collection of all keys.
  static var keysType: Any.Type { get }
  /// The type of the collection of all values.
  static var valuesType: Any.Type { get }
  /// Whether the keys have a defined order.
  var isOrdered: Bool { get }
  var sortedKeys: TypedValue { get }
  /// The values, in the order of `sortedKeys`.
  var sortedValues: TypedValue { get }
  /// Calls `body` with each key and its value until `body` returns `false`.
  func forEachPair(_ body: (_ key: Any, _ value: Any) -> Bool)
  /// Returns the value under a key. `nil` if there is none.
  func value(forKey key: Any) -> TypedValue?
}

extension KeyedValues {
  var keyType: Any.Type { Self.keyType }
}

extension Dictionary: KeyedValues {
  static var keyType: Any.Type { Key.self }
  static var valueType: Any.Type { Value.self }
  static var keysType: Any.Type { [Key].self }
  static var valuesType: Any.Type { [Value].self }
  var isOrdered: Bool { false }

  func forEachPair(_ body: (_ key: Any, _ value: Any) -> Bool) {
    for (key, value) in self {
      guard body(key, value) else { return }
    }
  }

  var sortedKeys: TypedValue { TypedValue(sortedPairs.map(\.key), as: [Key].self) }
  var sortedValues: TypedValue { TypedValue(sortedPairs.map(\.value), as: [Value].self) }

  private var sortedPairs: [(key: Key, value: Value)] {
    let printer = ValuePrinter(syntax: ValueSyntax())
    return map { ($0, printer.text(of: $0.key, as: Key.self)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  func value(forKey key: Any) -> TypedValue? {
    unbox(key, as: Key.self).flatMap { self[$0] }.map { TypedValue($0, as: Value.self) }
  }
}

extension OrderedDictionary: KeyedValues {
  static var keyType: Any.Type { Key.self }
  static var valueType: Any.Type { Value.self }
  static var keysType: Any.Type { [Key].self }
  static var valuesType: Any.Type { [Value].self }
  var isOrdered: Bool { true }

  func forEachPair(_ body: (_ key: Any, _ value: Any) -> Bool) {
    for (key, value) in self {
      guard body(key, value) else { return }
    }
  }

  var sortedKeys: TypedValue { TypedValue(Array(keys), as: [Key].self) }
  var sortedValues: TypedValue { TypedValue(Array(values), as: [Value].self) }

  func value(forKey key: Any) -> TypedValue? {
    unbox(key, as: Key.self).flatMap { self[$0] }.map { TypedValue($0, as: Value.self) }
  }
}

extension PathWalker {
  // MARK: Built-in properties

  func builtIns(of value: Any) -> [String] {
    guard let collection = value as? any Collection else { return [] }
    let isBidirectional = collection is any BidirectionalCollection
    return ["count", "isEmpty", "first"] + (isBidirectional ? ["last"] : [])
      + (value is any KeyedValues ? ["keys", "values"] : [])
      + (elementType(of: collection) is any Identifiable.Type ? ["ids"] : [])
  }

  func builtIn(_ name: String, of value: Any) -> TypedValue? {
    guard let collection = value as? any Collection else { return nil }
    func open<C: Collection>(_ collection: C) -> TypedValue? {
      switch name {
      case "count": TypedValue(collection.count)
      case "isEmpty": TypedValue(collection.isEmpty)
      case "first": TypedValue(collection.first as Any, as: C.Element?.self)
      case "last": (collection as? any BidirectionalCollection).map(last)
      case "keys": (collection as? any KeyedValues)?.sortedKeys
      case "values": (collection as? any KeyedValues)?.sortedValues
      case "ids": (C.Element.self as? any Identifiable.Type).map { ids(of: collection, $0) }
      default: nil
      }
    }
    return open(collection)
  }

  private func ids<E: Identifiable>(of collection: any Collection, _: E.Type) -> TypedValue {
    func open<C: Collection>(_ collection: C) -> [E.ID] {
      collection.compactMap { unbox($0, as: E.self)?.id }
    }
    return TypedValue(open(collection), as: [E.ID].self)
  }

  private func last(_ collection: any BidirectionalCollection) -> TypedValue {
    func open<C: BidirectionalCollection>(_ collection: C) -> TypedValue {
      TypedValue(collection.last as Any, as: C.Element?.self)
    }
    return open(collection)
  }

  // MARK: Subscripts

  func element(
    _ text: String, of root: TypedValue, _ range: Range<Int>
  ) throws(ValueError) -> TypedValue {
    if let keyed = root.value as? any KeyedValues {
      let key = try read(text, keyed.keyType, range)
      guard let found = keyed.value(forKey: key) else {
        throw noElement(range, "no value for the key \(excerpt(text))")
      }
      return found
    }
    guard let collection = collection(root.value) else {
      throw noElement(range, "\(TypeName.spell(root.type)) has no elements")
    }
    let index = unbox(try read(text, Int.self, range), as: Int.self) ?? -1
    func open<C: Collection>(_ collection: C) -> TypedValue? {
      guard index >= 0,
        let position = collection.index(
          collection.startIndex, offsetBy: index, limitedBy: collection.endIndex),
        position != collection.endIndex
      else { return nil }
      return TypedValue(collection[position], as: C.Element.self)
    }
    guard let element = open(collection) else {
      let count = collection.count
      throw noElement(
        range, "no element \(index): the count is \(count)")
    }
    return element
  }

  /// Returns the element whose `id` is the value of `text`.
  func element(
    id text: String, of root: TypedValue, _ range: Range<Int>
  ) throws(ValueError) -> TypedValue {
    guard let collection = collection(root.value) else {
      throw noElement(range, "\(TypeName.spell(root.type)) has no elements")
    }
    if let type = elementType(of: collection) as? any Identifiable.Type {
      if let element = try element(id: text, of: collection, type, range) { return element }
    } else {
      var wanted: Any?
      for element in typedElements(of: collection) {
        guard let id = identity(of: element.value) else { continue }
        if wanted == nil { wanted = try read(text, id.type, range) }
        if let wanted, valuesEqual(id.value, wanted) { return element }
      }
    }
    throw noElement(
      range, "no element with the id \(excerpt(text))", notes: identityNotes(of: collection))
  }

  /// Returns a note with the first IDs of a collection, because the text of an ID is hard to guess. None
  /// if the elements have no ID.
  private func identityNotes(of collection: any Collection) -> [String] {
    func open<C: Collection>(_ collection: C) -> [String] {
      if collection.isEmpty { return ["the collection is empty"] }
      let ids = collection.prefix(Self.shownIDs).compactMap {
        identity(of: $0).map { syntax.print($0.value) }
      }
      guard !ids.isEmpty else { return [] }
      let rest = collection.count - ids.count
      return ["ids: " + ids.joined(separator: ", ") + (rest > 0 ? ", … \(rest) more" : "")]
    }
    return open(collection)
  }

  private static let shownIDs = 3

  /// Returns the element with the given ID. PERFORMANCE: casts once for the collection, not for
  /// each element.
  private func element<E: Identifiable>(
    id text: String, of collection: any Collection, _: E.Type, _ range: Range<Int>
  ) throws(ValueError) -> TypedValue? {
    guard !collection.isEmpty else { return nil }
    let wanted = unbox(try read(text, E.ID.self, range), as: E.ID.self)
    func open<C: Collection>(_ collection: C) -> E? {
      for element in collection {
        guard let element = unbox(element, as: E.self) else { return nil }
        if element.id == wanted { return element }
      }
      return nil
    }
    return open(collection).map { TypedValue($0, as: E.self) }
  }

  private func identity(of value: Any) -> TypedValue? {
    if let identifiable = value as? any Identifiable {
      func open<T: Identifiable>(_ value: T) -> TypedValue { TypedValue(value.id, as: T.ID.self) }
      return open(identifiable)
    }
    guard case .structure(let schema) = CompositeValue(value),
      let property = schema.property(named: "id"),
      let id = try? schema.metadata.value(at: property.index, in: value)
    else { return nil }
    return TypedValue(id, as: property.field.type)
  }

  private func collection(_ value: Any) -> (any Collection)? {
    if let collection = value as? any Collection { return collection }
    guard let transparent = value as? any PathTransparent else { return nil }
    return flattened(transparent.pathContent.value) as? any Collection
  }

  /// Reads what is between brackets: a value, or the path of one, as in `rows[id: selectedID]`. Errors have
  /// the range of the subscript.
  private func read(
    _ text: String, _ type: Any.Type, _ range: Range<Int>
  ) throws(ValueError) -> Any {
    do throws(ValueError) { return try syntax.readValue(text[...], of: type) } catch {
      if let path = try? ValuePath(reading: text[...]), case .name = path.components.first?.kind,
        let found = try? path.evaluate(in: root, computed: computed, syntax: syntax),
        withoutOptional(found.type) == withoutOptional(type)
      {
        guard let value = flattened(found.value) else { throw noElement(range, "'\(text)' is nil") }
        return value
      }
      var error = error
      error.range = range
      throw error
    }
  }

  /// Returns the elements of a collection, and their type.
  func elements(
    of value: TypedValue, _ index: Int
  ) throws(ValueError) -> (elements: [TypedValue], type: Any.Type) {
    let value = try unwrapped(value, before: index)
    guard let collection = collection(value.value) else {
      throw noElement(
        path.components[index].range, "\(TypeName.spell(value.type)) has no elements")
    }
    if let keyed = collection as? any KeyedValues,
      let values = keyed.sortedValues.value as? any Collection
    {
      return (typedElements(of: values), elementType(of: values))
    }
    return (typedElements(of: collection), elementType(of: collection))
  }
}

/// Returns the declared type of a collection's elements.
private func elementType(of collection: any Collection) -> Any.Type {
  func open<C: Collection>(_: C) -> Any.Type { C.Element.self }
  return open(collection)
}

/// Returns the elements of a collection, each with its declared type.
func typedElements(of collection: any Collection) -> [TypedValue] {
  func open<C: Collection>(_ collection: C) -> [TypedValue] {
    collection.map { TypedValue($0, as: C.Element.self) }
  }
  return open(collection)
}
