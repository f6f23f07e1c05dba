import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A search for the existing identities of one type in a state.
///
/// It returns at most `Completion.limit` identities and counts the rest. It visits at most 500
/// values, but lists every identity of each collection that it visits.
struct IdentitySearch {
  let wanted: Any.Type
  let typed: String
  let syntax: ValueSyntax
  private(set) var found: [(text: String, detail: String)] = []
  private(set) var omitted = 0
  private var budget = 500

  init(wanted: Any.Type, typed: String, syntax: ValueSyntax) {
    self.wanted = wanted
    self.typed = typed
    self.syntax = syntax
  }

  /// Whether a value of the type may be an identity. Numbers and strings require a label such as
  /// `id` or `rowID`.
  static func isPlausible(for type: Any.Type, label: String?) -> Bool {
    if type is Bool.Type || type is any BinaryFloatingPoint.Type { return false }
    if type is any BinaryInteger.Type || type is any StringProtocol.Type {
      return label.map(isIdentityName) ?? false
    }
    switch TextSchema.of(type).shape {
    case .convertible, .structure: return true
    default: return false
    }
  }

  /// Whether a property or argument with this name is an identity: `id`, `rowID`.
  static func isIdentityName(_ name: String) -> Bool {
    name == "id" || name.hasSuffix("ID") || name.hasSuffix("Id")
  }

  /// Searches a value and its content.
  mutating func scan(_ value: Any, at path: String, _ depth: Int = 0) {
    guard budget > 0, depth < 16, let value = flattened(value) else { return }
    budget -= 1
    if let keyed = value as? any KeyedValues {
      if keyed.keyType == wanted { addKeys(of: keyed, path: path) }
      let reserve = budget / 2
      keyed.forEachPair { _, value in
        scan(value, at: path, depth + 1)
        return budget > reserve
      }
    } else if let transparent = value as? any PathTransparent {
      scan(transparent.pathContent.value, at: path, depth + 1)
    } else if let collection = value as? any Collection {
      scanElements(of: collection, at: path, depth)
    } else {
      for (name, content) in fields(of: value) {
        scan(content, at: path.isEmpty ? name : "\(path).\(name)", depth + 1)
      }
    }
  }

  private mutating func scanElements(of collection: any Collection, at path: String, _ depth: Int) {
    guard !(collection is any StringProtocol), !collection.isEmpty else { return }
    if identityType(of: collection) == wanted { addIdentities(of: collection, path: path) }
    // Half of the budget is reserved for values after a large collection.
    let reserve = budget / 2
    for element in collection {
      guard budget > reserve else { return }
      scan(element, at: path, depth + 1)
    }
  }

  /// Adds the identities of the elements.
  mutating func addIdentities(
    of collection: any Collection, path: String = "", prefix: String = "",
    suffix: String = ""
  ) {
    let count = collection.count
    var seen = 0
    forEachIdentity(of: collection, syntax) { text, element in
      seen += 1
      return add(text, of: element, path: path, prefix: prefix, suffix: suffix)
    }
    omitted += count - seen
  }

  /// Adds the keys of a dictionary. Keys of an unordered dictionary are sorted by their text.
  mutating func addKeys(of keyed: any KeyedValues, path: String = "", suffix: String = "") {
    var fitting: [(text: String, value: Any)] = []
    keyed.forEachPair { key, value in
      let text = identityText(of: key, syntax)
      if text.hasPrefix(typed) { fitting.append((text, value)) }
      return true
    }
    if !keyed.isOrdered { fitting.sort { $0.text < $1.text } }
    let remaining = max(0, Completion.limit - found.count)
    found += fitting.prefix(remaining).map { ($0.text + suffix, detail(of: $0.value, at: path)) }
    omitted += max(0, fitting.count - remaining)
  }

  /// Adds an identity if it starts with the typed text. Returns `false` if further identities
  /// cannot be added.
  private mutating func add(
    _ makeText: () -> String, of element: () -> Any, path: String, prefix: String,
    suffix: String
  ) -> Bool {
    let isFull = found.count >= Completion.limit
    if isFull, typed.isEmpty {
      // This identity is counted here. The caller counts the remaining ones.
      omitted += 1
      return false
    }
    let text = makeText()
    guard text.hasPrefix(typed) else { return true }
    if isFull {
      omitted += 1
    } else {
      found.append((prefix + text + suffix, detail(of: element(), at: path)))
    }
    return true
  }

  /// Returns a description of an element, followed by the path of its collection.
  private func detail(of element: Any, at path: String) -> String {
    let path = path.isEmpty ? "" : "in \(path)"
    guard let element = flattened(element) else { return path }
    let name = ElementLabel.text(of: element, fields(of:))
    return path.isEmpty ? name : "\(name) \(path)"
  }

  private func fields(of value: Any) -> [(String, Any)] {
    switch CompositeValue(value) {
    case .structure(let schema):
      return schema.visible.compactMap { property in
        (try? schema.metadata.value(at: property.index, in: value)).map { (property.name, $0) }
      }
    case .enumeration(let schema):
      guard let name = try? schema.currentCase(of: value).name,
        let values = try? schema.payload(of: value)
      else { return [] }
      return values.map { (name, $0) }
    case .tuple(let schema):
      return schema.elements.indices.compactMap { index in
        (try? schema.value(at: index, in: value))
          .map { (schema.elements[index].label ?? "\(index)", $0) }
      }
    case .object(let mirror): return classMembers(mirror)
    case .other: return []
    }
  }
}

/// Returns the type of the elements' identities, or `nil` if they have none.
func identityType(of collection: any Collection) -> Any.Type? {
  identityType(ofElement: elementType(of: type(of: collection)))
}

/// Returns the type of the identities of an element type, or `nil` if its values have none.
func identityType(ofElement type: Any.Type) -> Any.Type? {
  if let type = type as? any Identifiable.Type { return idType(of: type) }
  guard case .structure(let schema) = TextSchema.of(type).shape else { return nil }
  return schema.property(named: "id")?.field.type
}

private func idType(of type: any Identifiable.Type) -> Any.Type {
  func open<E: Identifiable>(_: E.Type) -> Any.Type { E.ID.self }
  return open(type)
}

/// Calls `body` with closures that return the text of each identity and its element, until `body`
/// returns `false`.
func forEachIdentity(
  of collection: any Collection, _ syntax: ValueSyntax,
  _ body: (_ text: () -> String, _ element: () -> Any) -> Bool
) {
  func open<C: Collection>(_ collection: C) {
    if let type = C.Element.self as? any Identifiable.Type {
      return identified(collection, type)
    }
    guard case .structure(let schema) = TextSchema.of(C.Element.self).shape,
      let property = schema.property(named: "id")
    else { return }
    for element in collection {
      guard let id = try? schema.metadata.value(at: property.index, in: element) else { return }
      guard body({ identityText(of: id, syntax) }, { element }) else { return }
    }
  }
  func identified<C: Collection, E: Identifiable>(_ collection: C, _: E.Type) {
    for element in collection {
      let id = withUnsafePointer(to: element) {
        // SAFETY: `E` is the type of the elements, `C.Element`, opened by the caller.
        UnsafeRawPointer($0).assumingMemoryBound(to: E.self).pointee.id
      }
      guard body({ identityText(id, syntax) }, { element }) else { return }
    }
  }
  open(collection)
}

/// Returns the text of an identity. PERFORMANCE: Int and UUID, of which there may be thousands,
/// bypass the printer, and casts of them.
private func identityText<ID>(_ identity: ID, _ syntax: ValueSyntax) -> String {
  // SAFETY: the types are the same.
  if ID.self == Int.self { return String(unsafeBitCast(identity, to: Int.self)) }
  if ID.self == UUID.self { return unsafeBitCast(identity, to: UUID.self).text }
  return syntax.print(identity)
}

/// Returns the text of an identity of any type.
private func identityText(of identity: Any, _ syntax: ValueSyntax) -> String {
  func open<ID>(_ identity: ID) -> String { identityText(identity, syntax) }
  return _openExistential(identity, do: open)
}
