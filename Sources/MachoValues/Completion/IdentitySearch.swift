import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Looks through a state for the identities of one type that exist in it.
///
/// It offers so many and counts the others. Of a large state it sees what can be seen in a moment:
/// all identities of each collection that it meets, and no more than some hundred values inside.
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

  /// Whether a value of the type may be an identity: of a number or a string its label has to say
  /// so.
  static func isPlausible(for type: Any.Type, label: String?) -> Bool {
    if type is Bool.Type || type is any BinaryFloatingPoint.Type { return false }
    if type is any BinaryInteger.Type || type is any StringProtocol.Type {
      return label.map { $0 == "id" || $0.hasSuffix("ID") || $0.hasSuffix("Id") } ?? false
    }
    switch TextSchema.of(type).shape {
    case .convertible, .structure: return true
    default: return false
    }
  }

  /// Searches a value and what it holds.
  mutating func scan(into value: Any, at place: String, _ depth: Int = 0) {
    guard budget > 0, depth < 16, let value = flattened(value) else { return }
    budget -= 1
    if let keyed = value as? any KeyedValues {
      if keyed.keyType == wanted { addKeys(of: keyed, place: place) }
      let reserve = budget / 2
      keyed.forEachPair { _, value in
        scan(into: value, at: place, depth + 1)
        return budget > reserve
      }
    } else if let transparent = value as? any PathTransparent {
      scan(into: transparent.pathContent.value, at: place, depth + 1)
    } else if let collection = value as? any Collection {
      scan(through: collection, at: place, depth)
    } else {
      for (name, part) in fields(of: value) {
        scan(into: part, at: place.isEmpty ? name : "\(place).\(name)", depth + 1)
      }
    }
  }

  private mutating func scan(through collection: any Collection, at place: String, _ depth: Int) {
    guard !(collection is any StringProtocol), !collection.isEmpty else { return }
    if identityType(of: collection) == wanted { addIdentities(of: collection, place: place) }
    // What comes behind a large collection shall be seen too.
    let reserve = budget / 2
    for element in collection {
      guard budget > reserve else { return }
      scan(into: element, at: place, depth + 1)
    }
  }

  /// Offers the identities of the elements.
  mutating func addIdentities(
    of collection: any Collection, place: String = "", prefix: String = "",
    suffix: String = ""
  ) {
    let count = collection.count
    var seen = 0
    forEachIdentity(of: collection) { identity, element in
      seen += 1
      return add(identity, of: element, place: place, prefix: prefix, suffix: suffix)
    }
    omitted += count - seen
  }

  /// Offers the keys of a dictionary, those without an order by their texts.
  mutating func addKeys(of keyed: any KeyedValues, place: String = "", suffix: String = "") {
    var fitting: [(text: String, value: Any)] = []
    keyed.forEachPair { key, value in
      let text = identityText(key, syntax)
      if text.hasPrefix(typed) { fitting.append((text, value)) }
      return true
    }
    if !keyed.isOrdered { fitting.sort { $0.text < $1.text } }
    let room = max(0, Completion.limit - found.count)
    found += fitting.prefix(room).map { ($0.text + suffix, detail(of: $0.value, at: place)) }
    omitted += max(0, fitting.count - room)
  }

  /// Takes an identity, if it begins as what is typed; whether another is of use.
  private mutating func add(
    _ identity: Any, of element: () -> Any, place: String, prefix: String, suffix: String
  ) -> Bool {
    let isFull = found.count >= Completion.limit
    if isFull, typed.isEmpty {
      // It is counted here, and those behind it by who asks.
      omitted += 1
      return false
    }
    let text = identityText(identity, syntax)
    guard text.hasPrefix(typed) else { return true }
    if isFull {
      omitted += 1
    } else {
      found.append((prefix + text + suffix, detail(of: element(), at: place)))
    }
    return true
  }

  /// What an element is recognized by: its case, its first string, or else its type; and the place
  /// of its collection.
  private func detail(of element: Any, at place: String) -> String {
    let place = place.isEmpty ? "" : "in \(place)"
    guard let element = flattened(element) else { return place }
    var name = caseName(of: element) ?? TypeName.spell(Swift.type(of: element))
    if case .structure(let plan) = CompositeValue(element) {
      for property in plan.visible where property.name != "id" && property.field.type is String.Type
      {
        let value = try? plan.metadata.value(at: property.index, in: element)
        guard let text = value as? String else { continue }
        name = "\"" + String(text.prefix(30)) + (text.count > 30 ? "…" : "") + "\""
        break
      }
    }
    return place.isEmpty ? name : "\(name) \(place)"
  }

  private func fields(of value: Any) -> [(String, Any)] {
    switch CompositeValue(value) {
    case .structure(let plan):
      return plan.visible.compactMap { property in
        (try? plan.metadata.value(at: property.index, in: value)).map { (property.name, $0) }
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

/// The type of the identities of a collection's elements; nil where they have none.
func identityType(of collection: any Collection) -> Any.Type? {
  func open<C: Collection>(_: C) -> Any.Type? {
    if let type = C.Element.self as? any Identifiable.Type { return idType(of: type) }
    guard case .structure(let plan) = TextSchema.of(C.Element.self).shape else { return nil }
    return plan.property(named: "id")?.field.type
  }
  return open(collection)
}

private func idType(of type: any Identifiable.Type) -> Any.Type {
  func open<E: Identifiable>(_: E.Type) -> Any.Type { E.ID.self }
  return open(type)
}

/// Calls `body` with each identity and what gives its element, until it says to stop.
private func forEachIdentity(
  of collection: any Collection, _ body: (_ identity: Any, _ element: () -> Any) -> Bool
) {
  func open<C: Collection>(_ collection: C) {
    if let type = C.Element.self as? any Identifiable.Type {
      return identified(collection, type)
    }
    guard case .structure(let plan) = TextSchema.of(C.Element.self).shape,
      let property = plan.property(named: "id")
    else { return }
    for element in collection {
      guard let id = try? plan.metadata.value(at: property.index, in: element) else { return }
      guard body(id, { element }) else { return }
    }
  }
  func identified<C: Collection, E: Identifiable>(_ collection: C, _: E.Type) {
    for element in collection {
      guard let element = unbox(element, as: E.self) else { return }
      guard body(element.id, { element }) else { return }
    }
  }
  open(collection)
}

/// The text of an identity; that of the usual types, of which there may be thousands, without a
/// printer for each.
private func identityText(_ identity: Any, _ syntax: ValueSyntax) -> String {
  if let number = identity as? Int { return String(number) }
  if let uuid = identity as? UUID { return uuid.text }
  return syntax.print(identity)
}
