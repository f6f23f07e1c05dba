import MachoLocks
import MachoMetadata

/// Source names of key paths, stable across runs.
///
/// A key path prints stored properties by name. On Linux it prints a computed property as its
/// getter's address. That property's name is looked up among the properties that types list, and then in
/// the symbols of the executable.
enum KeyPathName {
  // SAFETY: key paths in this table are only compared and hashed; the values are strings.
  private static let cache = Lock<[UnsafeTransfer<AnyKeyPath>: String]>([:])

  /// Returns the key path's property names without the root: `profile.name`.
  static func of(_ keyPath: AnyKeyPath) -> String {
    let key = UnsafeTransfer(keyPath)
    if let name = cache.withLock({ $0[key] }) { return name }
    let name = makeName(keyPath)
    cache.withLock { $0[key] = name }
    return name
  }

  private static func makeName(_ keyPath: AnyKeyPath) -> String {
    let components = components(of: keyPath)
    if components.contains(where: { $0.isComputed }),
      let name = findName(keyPath, from: type(of: keyPath).rootType, depth: components.count)
    {
      return name
    }
    // The symbols know the projection of a property: `$query`.
    if components.contains(where: \.isComputed), let names = PropertyNames.of(keyPath) {
      return names.split(separator: ".").map { $0.hasPrefix("$") ? $0.dropFirst() : $0 }
        .joined(separator: ".")
    }
    return components.map { $0.isComputed ? "<computed>" : NamedKeyPath.sourceName($0.text) }
      .joined(separator: ".")
  }

  /// A component as printed in the key path's description.
  private struct Component {
    let text: String

    init(text: String) { self.text = SourceIdentifier.spelling(text) }

    var isComputed: Bool { text.hasPrefix("<computed") }
  }

  /// Splits `\Root.stored.<computed 0x0123 (Type)>` into components, without the root. Dots inside
  /// `<…>` belong to type names, and those between backticks to a raw identifier.
  private static func components(of keyPath: AnyKeyPath) -> [Component] {
    var text = keyPath.debugDescription[...]
    let root = "\\\(type(of: keyPath).rootType)."
    text = text.hasPrefix(root) ? text.dropFirst(root.count) : text.dropFirst()
    var components: [Component] = []
    var current = ""
    var depth = 0
    var isRaw = false
    for character in text {
      if character == "`" { isRaw.toggle() }
      if character == "<", !isRaw { depth += 1 }
      if character == ">", !isRaw { depth -= 1 }
      if character == ".", depth == 0, !isRaw {
        components.append(Component(text: current))
        current = ""
      } else {
        current.append(character)
      }
    }
    return components + [Component(text: current)]
  }

  /// Searches a type's properties and their nested properties, `depth` levels deep, for `target`.
  /// Returns its name.
  private static func findName(
    _ target: AnyKeyPath, from root: Any.Type, depth: Int
  ) -> String? {
    var candidates = properties(of: root)
    for _ in 0..<depth {
      if let found = candidates.first(where: { $0.keyPath == target }) { return found.name }
      candidates = candidates.flatMap { parent in
        properties(of: type(of: parent.keyPath).valueType).compactMap { child in
          parent.keyPath.appending(path: child.keyPath).map {
            NamedKeyPath(name: "\(parent.name).\(child.name)", keyPath: $0)
          }
        }
      }
    }
    return nil
  }

  private static func properties(of type: Any.Type) -> [NamedKeyPath] {
    func open<Root>(_ type: Root.Type) -> [NamedKeyPath] { NamedKeyPath.all(of: type) }
    return _openExistential(type, do: open)
  }
}
