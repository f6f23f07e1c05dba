import MachoMetadata

/// The types of a driver's features. A migration finds in them the type of a value whose text does not name
/// it, and the order of its arguments.
package struct DeclaredTypes: Sendable {
  /// A type or a case that has members.
  struct Owner: Sendable {
    /// The index of the type, or of the enum that has the case.
    var type: Int
    /// The components of the full name. The last one is the case, if this is a case.
    var path: [String]
    var isCase = false
    var isEnumeration = false
    /// The names of the properties or cases, or those of the values of a payload.
    var members: [String]
  }

  private let outline: TypeOutline
  /// The components of each type's name: `["Counter", "State"]`.
  private let paths: [[String]]
  /// The types of the computed properties of each type, by name.
  private let computedTypes: [Int: [String: Int]]

  /// Describes types, and those of the values that they contain, or have as computed properties.
  package init(_ types: [Any.Type], computed properties: [ComputedProperties] = []) {
    var outline = TypeOutline()
    for type in types { _ = outline.insert(type) }
    var computed: [Int: [String: Int]] = [:]
    var index = 0
    // The type of a computed property may have computed properties.
    while index < outline.nodes.count {
      for (name, type) in properties.flatMap({ $0.types(of: outline.type(at: index)) })
      where computed[index]?[name] == nil {
        computed[index, default: [:]][name] = outline.insert(type)
      }
      index += 1
    }
    self.outline = outline
    computedTypes = computed
    paths = outline.nodes.indices.map { TypeName.path(outline.type(at: $0)) }
  }

  func index(of type: Any.Type) -> Int? { outline.index(of: type) }

  func type(at index: Int) -> Any.Type { outline.type(at: index) }

  func kind(of type: Int) -> TypeOutline.Kind { outline.nodes[type].kind }

  func path(of type: Int) -> [String] { paths[type] }

  func members(of type: Int) -> [TypeOutline.Member] { outline.nodes[type].members }

  /// Returns the property or case of a name.
  func member(_ name: String, of type: Int) -> TypeOutline.Member? {
    members(of: type).first { $0.name == name }
  }

  /// Returns the type of a computed property. `nil` if none has the name.
  func computed(_ name: String, of type: Int) -> Int? { computedTypes[type]?[name] }

  /// Returns the type inside of Optionals.
  func unwrapped(_ type: Int) -> Int {
    var type = type
    while kind(of: type) == .optional, let content = members(of: type).first?.types.first {
      type = content
    }
    return type
  }

  /// Returns the type of the elements of a collection, or of the values of a dictionary.
  func element(of type: Int?) -> Int? {
    guard let type, [.elements, .pairs].contains(kind(of: type)) else { return nil }
    return members(of: type).first?.types.first
  }

  /// Whether a text must contain a property of a new value: the property is not an Optional and has no
  /// default.
  func isRequired(_ property: TypeOutline.Member, of type: Int) -> Bool {
    guard property.types.first.map({ kind(of: $0) }) != .optional else { return false }
    let defaults = (outline.type(at: type) as? any TextDefaulted.Type)?.textDefaults
    return defaults?[property.name] == nil
  }

  /// Returns the only struct or enum that names can mean: its full name or the end of it, or the full name
  /// after its module. `nil` if there is none, or several.
  func type(named names: [String]) -> Int? {
    let found = types(named: names)
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the only full name that names can mean. A generic type has one for all its arguments.
  func path(named names: [String]) -> [String]? {
    let found = Set(types(named: names).map { paths[$0] })
    return found.count == 1 ? found.first : nil
  }

  private func types(named names: [String]) -> [Int] {
    outline.nodes.indices.filter { hasMembers($0) && paths[$0].isNamed(by: names) }
  }

  /// Returns the types and cases that names can mean, each name once. Only that with the full name, if there is
  /// one.
  func owners(named names: [String]) -> [Owner] {
    var owners: [Owner] = []
    func add(_ owner: Owner) {
      if !owners.contains(where: { $0.path == owner.path }) { owners.append(owner) }
    }
    for index in outline.nodes.indices where hasMembers(index) {
      let (path, members) = (paths[index], members(of: index))
      let isEnumeration = kind(of: index) == .enumeration
      if path.isNamed(by: names) {
        add(
          Owner(
            type: index, path: path, isEnumeration: isEnumeration, members: members.map(\.name)))
      }
      guard isEnumeration, names.count == 1 || path.isNamed(by: Array(names.dropLast())) else {
        continue
      }
      for member in members where member.name == names.last {
        add(
          Owner(type: index, path: path + [member.name], isCase: true, members: member.valueNames))
      }
    }
    let exact = owners.filter { $0.path == names }
    return exact.isEmpty ? owners : exact
  }

  /// Returns the names of types and cases that are similar to names that none has, the nearest first.
  func similarOwners(_ names: [String]) -> [String] {
    let types = outline.nodes.indices.filter(hasMembers)
    let cases = types.filter { kind(of: $0) == .enumeration }.flatMap { type in
      members(of: type).map { paths[type] + [$0.name] }
    }
    let owners = types.map { paths[$0] } + cases
    return Suggestions.closest(
      to: names.joined(separator: "."),
      among: owners.map { path in
        (path.suffix(names.count).joined(separator: "."), path.joined(separator: "."))
      })
  }

  private func hasMembers(_ type: Int) -> Bool {
    kind(of: type) == .structure || kind(of: type) == .enumeration
  }
}

extension TypeOutline.Member {
  /// The labels of a payload. A value without one has its position, as in a tuple: `1`.
  var valueNames: [String] {
    labels.enumerated().map { $0.element == "_" ? "\($0.offset)" : $0.element }
  }
}

extension [String] {
  /// Whether the last components are those of another name.
  func ends(with other: [String]) -> Bool { suffix(other.count).elementsEqual(other) }

  /// Whether names can mean the type with this full name: they are its end, or follow its module.
  func isNamed(by names: [String]) -> Bool {
    guard !names.isEmpty else { return false }
    return ends(with: names) || names.count == count + 1 && names.ends(with: self)
  }
}
