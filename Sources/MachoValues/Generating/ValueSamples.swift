/// The texts of known values, by type: values that occur in a state or in scripts.
package struct ValueSamples {
  private var texts: [ObjectIdentifier: [String]] = [:]
  /// The texts of the IDs of elements, by type. Empty if all collections with such IDs are.
  private var ids: [ObjectIdentifier: [String]] = [:]
  /// The number of elements of the shortest collection with positions that is not empty. 0 if all are empty.
  private var shortest: Int?
  /// The types of the elements of collections, if they have IDs.
  private var elementTypes: Set<ObjectIdentifier> = []
  /// The ordinal after that of each element on a stack.
  private var ordinalLimit = 0
  /// The names of the screens on stacks, and their number.
  private var screenNames: Set<String> = []
  private var screenCount = 0
  /// The values of a state. PERFORMANCE: collected when the first of them is needed.
  private var state: LazyStateSamples?

  /// The maximum number of values of one type.
  fileprivate static let limit = 64
  /// The number of screens on stacks at which no further one is pushed.
  private static let stackLimit = 3

  /// Creates an empty collection.
  package init() {}

  /// Creates the collection of the values of some types in a state, and of the IDs of some types.
  init(
    in state: @escaping () -> Any, wanted: Set<ObjectIdentifier>,
    identities: Set<ObjectIdentifier>, syntax: ValueSyntax
  ) {
    self.state = LazyStateSamples {
      var collector = SampleCollector(wanted: wanted, identities: identities, syntax: syntax)
      collector.collect(state())
      return collector.samples
    }
  }

  /// The texts of the values of a type, in the order in which they were found.
  func texts(of type: Any.Type) -> [String] {
    if let state { return state.samples.texts(of: type) }
    return texts.isEmpty ? [] : texts[ObjectIdentifier(type)] ?? []
  }

  /// The texts of the IDs of a type that elements have. `nil` if no collection has such IDs.
  func ids(of type: Any.Type) -> [String]? {
    if let state { return state.samples.ids(of: type) }
    return ids[ObjectIdentifier(type)]
  }

  /// How many positions each collection with positions has that is not empty. 0 if all are empty, `nil` if
  /// there is none.
  var positionCount: Int? { state.map { $0.samples.positionCount } ?? shortest }

  /// Whether a collection has elements of this type, with IDs. It may be empty.
  func hasCollection(of type: Any.Type) -> Bool {
    if let state { return state.samples.hasCollection(of: type) }
    return elementTypes.contains(ObjectIdentifier(type))
  }

  /// The ordinal for a screen that is pushed, after those of the others. `nil` if no further one is pushed:
  /// with an endless stack, a search would not end.
  var nextOrdinal: Int? {
    if let state { return state.samples.nextOrdinal }
    return screenCount < Self.stackLimit ? ordinalLimit : nil
  }

  /// The names of the screens on stacks.
  var screens: Set<String> { state.map { $0.samples.screens } ?? screenNames }

  fileprivate mutating func addCollection(of type: Any.Type) {
    if identityType(ofElement: type) != nil { elementTypes.insert(ObjectIdentifier(type)) }
  }

  fileprivate mutating func addScreen(_ value: Any, _ id: any OrdinalIdentity) {
    ordinalLimit = max(ordinalLimit, id.ordinal + 1)
    screenNames.insert(screenName(of: value))
    screenCount += 1
  }

  /// Adds the number of elements of a collection with positions.
  fileprivate mutating func addPositions(_ count: Int) {
    let known = shortest ?? 0
    if known == 0 || count == 0 {
      shortest = max(known, count)
    } else {
      shortest = min(known, count)
    }
  }

  /// Adds the IDs of a collection, which may be empty.
  fileprivate mutating func addIDs(_ texts: [String], of type: Any.Type) {
    var known = ids[ObjectIdentifier(type)] ?? []
    for text in texts where known.count < Self.limit && !known.contains(text) {
      known.append(text)
    }
    ids[ObjectIdentifier(type)] = known
  }

  /// Adds a value unless it is known.
  mutating func add(_ text: @autoclosure () -> String, of type: Any.Type) {
    let key = ObjectIdentifier(type)
    guard texts[key, default: []].count < Self.limit else { return }
    let text = text()
    if !texts[key, default: []].contains(text) { texts[key, default: []].append(text) }
  }
}

/// The values of a state, collected on first use.
private final class LazyStateSamples {
  private let collect: () -> ValueSamples
  private(set) lazy var samples = collect()

  init(collect: @escaping () -> ValueSamples) { self.collect = collect }
}

/// Collects the values of some types in a value, and the IDs of the elements in it.
struct SampleCollector {
  /// The types whose values are collected.
  let wanted: Set<ObjectIdentifier>
  /// The types whose IDs are collected.
  let identities: Set<ObjectIdentifier>
  let syntax: ValueSyntax
  var samples = ValueSamples()
  /// The number of values that may still be visited.
  private var budget = 500

  init(
    wanted: Set<ObjectIdentifier>, identities: Set<ObjectIdentifier> = [], syntax: ValueSyntax
  ) {
    self.wanted = wanted
    self.identities = identities
    self.syntax = syntax
  }

  /// Collects a value and its content.
  mutating func collect(_ value: Any, _ depth: Int = 0) {
    guard budget > 0, depth < 16, let value = flattened(value) else { return }
    budget -= 1
    let type = Swift.type(of: value)
    if wanted.contains(ObjectIdentifier(type)) {
      let syntax = syntax
      samples.add(syntax.print(value), of: type)
    }
    if let keyed = value as? any KeyedValues {
      collectPairs(of: keyed, depth)
    } else if let transparent = value as? any PathTransparent {
      collect(transparent.pathContent.value, depth + 1)
    } else if let collection = value as? any Collection {
      guard !(collection is any StringProtocol) else { return }
      if collection is any RandomAccessCollection,
        elementType(of: Swift.type(of: collection)) != UInt8.self
      {
        samples.addPositions(collection.count)
      }
      let element = elementType(of: Swift.type(of: collection))
      if wanted.contains(ObjectIdentifier(element)) { samples.addCollection(of: element) }
      let elements = collection is any SetAlgebra ? sorted(collection) : collection
      collectIDs(of: elements)
      for element in elements where budget > 0 { collect(element, depth + 1) }
    } else {
      for content in contents(of: value) { collect(content, depth + 1) }
    }
  }

  /// Collects the IDs of the elements of a collection. A value that is its own ID names no element.
  private mutating func collectIDs(of collection: any Collection) {
    guard !identities.isEmpty, let id = identityType(of: collection),
      identities.contains(ObjectIdentifier(id)), id != elementType(of: type(of: collection))
    else { return }
    var texts: [String] = []
    forEachIdentity(of: collection, syntax) { text, _ in
      texts.append(text())
      return texts.count < ValueSamples.limit
    }
    samples.addIDs(texts, of: id)
  }

  /// Returns the elements of a set in the order of their texts, which is the same in each process.
  private func sorted<Elements: Collection>(_ set: Elements) -> any Collection {
    set.prefix(500).map { ($0, syntax.print($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Collects keys and values. An unordered dictionary is visited in the order of its keys' texts,
  /// which is the same in each process.
  private mutating func collectPairs(of keyed: any KeyedValues, _ depth: Int) {
    var pairs: [(text: String, key: Any, value: Any)] = []
    keyed.forEachPair { key, value in
      pairs.append((keyed.isOrdered ? "" : syntax.print(key), key, value))
      return pairs.count < 500
    }
    if !keyed.isOrdered { pairs.sort { $0.text < $1.text } }
    let id = keyed.keyType
    // The keys of other dictionaries need not be those of elements.
    if identities.contains(ObjectIdentifier(id)),
      id is any OrdinalIdentity.Type || identityType(ofElement: type(of: keyed).valueType) == id
    {
      samples.addIDs(pairs.prefix(ValueSamples.limit).map { syntax.print($0.key) }, of: id)
    }
    let isStack = id is any OrdinalIdentity.Type
    for pair in pairs {
      if isStack, let id = pair.key as? any OrdinalIdentity { samples.addScreen(pair.value, id) }
      collect(pair.key, depth + 1)
      collect(pair.value, depth + 1)
    }
  }

  private func contents(of value: Any) -> [Any] {
    switch CompositeValue(value) {
    case .structure(let schema):
      schema.visible.compactMap { try? schema.metadata.value(at: $0.index, in: value) }
    case .enumeration(let schema): (try? schema.payload(of: value)) ?? []
    case .tuple(let schema):
      schema.elements.indices.compactMap { try? schema.value(at: $0, in: value) }
    case .object(let mirror): classMembers(mirror).map(\.value)
    case .other: []
    }
  }
}
