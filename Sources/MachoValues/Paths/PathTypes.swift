import MachoMetadata

extension ValuePath {
  /// Returns the type of the value at this path in a value of the type `root`. Returns `nil` if only a
  /// value tells, as below a class or a protocol.
  ///
  /// Throws for a name that values of the type never have.
  ///
  /// - Parameter syntax: Reads indexes, keys and IDs, which must be of the collection's type, or paths to
  ///   such values. Default: `nil` (they are not checked).
  package func type(
    in root: Any.Type, computed: ComputedProperties = ComputedProperties(),
    syntax: ValueSyntax? = nil
  ) throws(ValueError) -> Any.Type? {
    var current = root
    for component in components {
      let members = MemberTypes(of: current, computed)
      let next: Any.Type?
      switch component.kind {
      case .name(let name):
        let member = members.named.first { $0.name == name }
        next = member?.type
        guard member != nil || members.isIncomplete else {
          throw PathWalker.noSuchProperty(
            name, of: withoutOptional(current), component.range, among: members.names)
        }
      case .subscripted, .identified, .ordinal, .each:
        next = members.elementType
        guard next != nil || members.isIncomplete else {
          throw ValueError(
            .noSuchElement, component.range, "\(TypeName.spell(current)) has no elements")
        }
        if let syntax { try checkKey(of: component, members, in: root, computed, syntax) }
      }
      guard let next else { return nil }
      current = next
    }
    func list<T>(_: T.Type) -> Any.Type { [T].self }
    return isList ? _openExistential(current, do: list) : current
  }

  /// Throws if what is between brackets is neither a value of the key's type nor a path to one.
  private func checkKey(
    of component: Component, _ members: MemberTypes, in root: Any.Type,
    _ computed: ComputedProperties, _ syntax: ValueSyntax
  ) throws(ValueError) {
    let key: (text: String, type: Any.Type)? =
      switch component.kind {
      case .subscripted(let text): members.keyType.map { (text, $0) }
      case .identified(let text): members.idType.map { (text, $0) }
      case .name, .ordinal, .each: nil
      }
    guard let (text, type) = key else { return }
    var error: ValueError
    do throws(ValueError) {
      _ = try syntax.readValue(text[...], of: type)
      return
    } catch let valueError { error = valueError }
    if let path = try? ValuePath(reading: text[...]), case .name? = path.components.first?.kind {
      do throws(ValueError) {
        let found = try path.type(in: root, computed: computed, syntax: syntax)
        guard let found, withoutOptional(found) != withoutOptional(type) else { return }
      } catch let pathError { error.candidates += pathError.candidates }
    }
    error.range = keyRange(of: component, text)
    throw error
  }

  /// Returns the location of the text between brackets.
  private func keyRange(of component: Component, _ key: String) -> Range<Int> {
    let bytes = Array(text.utf8)
    var end = component.range.upperBound - 1
    while bytes.indices.contains(end - 1), bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 {
      end -= 1
    }
    return end - key.utf8.count..<end
  }

  /// Whether another value of the type `root` may have nothing at this path: behind an Optional, in a case
  /// of an enum, or for an index, key or ID.
  package func mayBeAbsent(in root: Any.Type, computed: ComputedProperties) -> Bool {
    var current: Any.Type? = root
    for (index, component) in components.enumerated() {
      guard case .name(let name) = component.kind, var type = current else { return true }
      while let proxied = type as? any TextProxied.Type { type = proxied.proxyType }
      if withoutOptional(type) != type || type is any PathTransparent.Type { return true }
      if case .enumeration(let schema) = TextSchema.of(type).shape,
        schema.metadata.cases.contains(where: { $0.name == name })
      {
        return true
      }
      let prefix = ValuePath(components: Array(components[...index]), text: "")
      current = (try? prefix.type(in: root, computed: computed)) ?? nil
    }
    return false
  }
}

/// Returns the names that may follow a value of a type in a path, with the types of their values, if these
/// are known without a value. Omits names with an underscore, which are storage of other properties.
func memberTypes(
  of type: Any.Type, _ computed: ComputedProperties
) -> [(name: String, type: Any.Type)] {
  var members: [(name: String, type: Any.Type)] = []
  for case (let name, let type?) in MemberTypes(of: type, computed).named
  where !name.hasPrefix("_") && !members.contains(where: { $0.name == name }) {
    members.append((name, type))
  }
  return members
}

/// The types of what may follow a value of one type in a path.
private struct MemberTypes {
  /// The type is `nil` if values have different types under the name.
  var named: [(name: String, type: Any.Type?)] = []
  /// The names of the storage of property wrappers and macros, such as `_query` of `query`.
  private var storageNames: Set<String> = []
  /// The names to suggest, each once.
  var names: [String] {
    named.map(\.name).reduce(into: []) { names, name in
      if !storageNames.contains(name), !names.contains(name) { names.append(name) }
    }
  }
  var elementType: Any.Type?
  /// The type of an index or a key. `nil` if only a value tells.
  var keyType: Any.Type?
  /// The type of the elements' IDs. `nil` if they have none, or if only a value tells.
  var idType: Any.Type?
  /// Whether a value may have other members.
  var isIncomplete = false

  /// Finds the members of a type, and of the types that paths see through. An earlier member has
  /// precedence over a later one with its name, as in `PathWalker`.
  init(of type: Any.Type, _ computed: ComputedProperties) {
    let type = withoutOptional(type)
    named = computed.types(of: type).map { ($0.name, $0.type) }
    addStored(type)
    if let collection = type as? any Collection.Type { addMembers(of: collection) }
    if let proxied = type as? any TextProxied.Type {
      let content = MemberTypes(of: proxied.proxyType, computed)
      named += content.named
      storageNames.formUnion(content.storageNames)
      elementType = elementType ?? content.elementType
      keyType = keyType ?? content.keyType
      idType = idType ?? content.idType
      isIncomplete = isIncomplete || content.isIncomplete
    } else if type is any PathTransparent.Type {
      isIncomplete = true
    }
  }

  private mutating func addStored(_ type: Any.Type) {
    switch TextSchema.of(type).shape {
    case .structure where KnownTypes.isRuntimeType(type) && type is any PathTransparent.Type: break
    case .structure(let schema): add(schema)
    case .enumeration(let schema): add(schema.metadata)
    case .tuple(let schema):
      for (position, element) in schema.elements.enumerated() {
        if let label = element.label { named.append((label, element.type)) }
        named.append(("\(position)", element.type))
      }
    case .convertible(let convertible):
      if !KnownTypes.isLibraryType(convertible), let schema = try? StructSchema.of(type) {
        add(StructTextSchema(schema))
      }
    case .existential: isIncomplete = true
    case .refused, .decodable: isIncomplete = isIncomplete || TypeKind(of: type) == .classType
    }
  }

  private mutating func add(_ schema: StructTextSchema) {
    for property in schema.visible {
      named.append((property.name, property.field.type))
      if let label = property.field.label, label != property.name {
        named.append((label, property.field.type))
        storageNames.insert(label)
      }
    }
  }

  private mutating func add(_ schema: EnumSchema) {
    for choice in schema.cases {
      let type: Any.Type? =
        choice.elements.count == 1 ? choice.elements[0].type : choice.payload ?? Void.self
      if let type { named.append((choice.name, type)) }
    }
    let labelled = Dictionary(grouping: schema.cases.flatMap(\.elements)) { $0.label ?? "" }
    for (label, elements) in labelled where !label.isEmpty {
      let isUnique = elements.allSatisfy { $0.type == elements[0].type }
      named.append((label, isUnique ? elements[0].type : nil))
    }
  }

  private mutating func addMembers<C: Collection>(of _: C.Type) {
    named += [
      ("count", Int.self), ("isEmpty", Bool.self), ("first", C.Element?.self),
    ]
    if C.self is any BidirectionalCollection.Type { named.append(("last", C.Element?.self)) }
    if let keyed = C.self as? any KeyedValues.Type {
      named += [("keys", keyed.keysType), ("values", keyed.valuesType)]
      elementType = keyed.valueType
      keyType = keyed.keyType
    } else {
      elementType = C.Element.self
      keyType = Int.self
    }
    if let identifiable = C.Element.self as? any Identifiable.Type { addIDs(of: identifiable) }
    // The numbers of elements are their IDs.
    if C.self is any OrdinalIndexed.Type { idType = nil }
  }

  private mutating func addIDs<E: Identifiable>(of _: E.Type) {
    named.append(("ids", [E.ID].self))
    idType = E.ID.self
  }
}
