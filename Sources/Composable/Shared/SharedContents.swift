import MachoLocks
import MachoMetadata
import OrderedCollections

/// A type whose values may contain shared values.
protocol SharedContainer {
  /// The types of the values that may contain shared values. `nil` for a shared value.
  static var sharedContents: [Any.Type]? { get }
  /// Returns the value with its shared values rebound.
  func rebound(by rebinder: SharedRebinder) -> Self
}

/// Returns whether values of a type may contain shared values: whether a stored property, a payload
/// or an element has such a type. Classes and existential types count as if they had none.
package func containsSharedValues(_ type: Any.Type) -> Bool {
  if let known = knownTypes.withLock({ $0[ObjectIdentifier(type)] }) { return known }
  var visited: Set<ObjectIdentifier> = []
  let found = search(type, &visited)
  knownTypes.withLock { $0[ObjectIdentifier(type)] = found }
  return found
}

private let knownTypes = Lock<[ObjectIdentifier: Bool]>([:])

private func search(_ type: Any.Type, _ visited: inout Set<ObjectIdentifier>) -> Bool {
  guard visited.insert(ObjectIdentifier(type)).inserted else { return false }
  if let container = type as? any SharedContainer.Type {
    guard let contents = container.sharedContents else { return true }
    return contents.contains { search($0, &visited) }
  }
  return fields(of: type).contains { search($0.type, &visited) }
}

private func fields(of type: Any.Type) -> [Field] {
  // PERFORMANCE: most of a state's types are of these modules, and none of them contains others.
  if let module = TypeName.module(type), leafModules.contains(module) { return [] }
  let fields: [Field] =
    switch TypeKind(of: type) {
    case .structure: (try? StructSchema.of(type))?.properties ?? []
    case .enumeration: (try? EnumSchema.of(type))?.cases.flatMap(\.elements) ?? []
    case .tuple: tupleElements(of: type) ?? []
    default: []
    }
  return fields.filter { $0.unsupportedReason == nil }
}

private let leafModules: Set = ["Swift", "Foundation", "FoundationEssentials", "_Concurrency"]

/// Returns a value with its shared values rebound.
func rebind<Value>(_ value: Value, by rebinder: SharedRebinder) -> Value {
  guard containsSharedValues(Value.self) else { return value }
  // The copy has the type of the value.
  return reboundCopy(of: value, as: Value.self, by: rebinder) as? Value ?? value
}

private func reboundCopy(of value: Any, as type: Any.Type, by rebinder: SharedRebinder) -> Any {
  guard containsSharedValues(type) else { return value }
  if let type = type as? any SharedContainer.Type {
    // The static type, because a cast of a value would see through an Optional.
    func open<Container: SharedContainer>(_: Container.Type) -> Any {
      (value as? Container).map { $0.rebound(by: rebinder) } ?? value
    }
    return open(type)
  }
  switch TypeKind(of: type) {
  case .structure: return reboundStruct(value, type, rebinder) ?? value
  case .enumeration: return reboundEnum(value, type, rebinder) ?? value
  case .tuple: return reboundTuple(value, type, rebinder) ?? value
  default: return value
  }
}

private func reboundStruct(_ value: Any, _ type: Any.Type, _ rebinder: SharedRebinder) -> Any? {
  guard let schema = try? StructSchema.of(type) else { return nil }
  let changes = schema.properties.indices.compactMap { index -> (index: Int, value: Any)? in
    let field = schema.properties[index]
    guard field.unsupportedReason == nil, containsSharedValues(field.type),
      let old = try? schema.value(at: index, in: value)
    else { return nil }
    return (index, reboundCopy(of: old, as: field.type, by: rebinder))
  }
  return try? schema.replacing(changes, in: value)
}

private func reboundEnum(_ value: Any, _ type: Any.Type, _ rebinder: SharedRebinder) -> Any? {
  guard let schema = try? EnumSchema.of(type), let current = try? schema.currentCase(of: value),
    current.elements.contains(where: { containsSharedValues($0.type) }),
    let payload = try? schema.payload(of: value)
  else { return nil }
  let rebound = zip(payload, current.elements).map { element, field in
    reboundCopy(of: element, as: field.type, by: rebinder)
  }
  return try? schema.makeValue(of: current, payload: rebound)
}

private func reboundTuple(_ value: Any, _ type: Any.Type, _ rebinder: SharedRebinder) -> Any? {
  guard let schema = try? TupleSchema.of(type) else { return nil }
  let elements = schema.elements.indices.compactMap { index in
    (try? schema.value(at: index, in: value)).map {
      reboundCopy(of: $0, as: schema.elements[index].type, by: rebinder)
    }
  }
  return try? schema.makeValue(fields: elements)
}

// MARK: Containers

extension Shared: SharedContainer {
  static var sharedContents: [Any.Type]? { nil }
  func rebound(by rebinder: SharedRebinder) -> Self { Self(reference.rebound(by: rebinder)) }
}

extension SharedReader: SharedContainer {
  static var sharedContents: [Any.Type]? { nil }
  func rebound(by rebinder: SharedRebinder) -> Self { Self(reference.rebound(by: rebinder)) }
}

extension Optional: SharedContainer {
  static var sharedContents: [Any.Type]? { [Wrapped.self] }
  func rebound(by rebinder: SharedRebinder) -> Self { map { rebind($0, by: rebinder) } }
}

extension Array: SharedContainer {
  static var sharedContents: [Any.Type]? { [Element.self] }
  func rebound(by rebinder: SharedRebinder) -> Self { map { rebind($0, by: rebinder) } }
}

extension Dictionary: SharedContainer {
  static var sharedContents: [Any.Type]? { [Value.self] }
  func rebound(by rebinder: SharedRebinder) -> Self { mapValues { rebind($0, by: rebinder) } }
}

extension OrderedDictionary: SharedContainer {
  static var sharedContents: [Any.Type]? { [Value.self] }
  func rebound(by rebinder: SharedRebinder) -> Self { mapValues { rebind($0, by: rebinder) } }
}

extension IdentifiedArray: SharedContainer {
  static var sharedContents: [Any.Type]? { [Element.self] }

  func rebound(by rebinder: SharedRebinder) -> Self {
    var copy = self
    for id in ids { copy[id: id] = copy[id: id].map { rebind($0, by: rebinder) } }
    return copy
  }
}

extension PresentationState: SharedContainer {
  static var sharedContents: [Any.Type]? { [State.self] }

  func rebound(by rebinder: SharedRebinder) -> Self {
    var copy = self
    copy.wrappedValue = rebind(wrappedValue, by: rebinder)
    return copy
  }
}

extension StackState: SharedContainer {
  static var sharedContents: [Any.Type]? { [Element.self] }

  func rebound(by rebinder: SharedRebinder) -> Self {
    var copy = self
    copy.elements = elements.rebound(by: rebinder)
    return copy
  }
}
