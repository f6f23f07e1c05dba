@preconcurrency @_spi(Reflection) import Swift

/// A type that lists the key paths of its properties under their names.
///
/// A macro that turns stored properties into computed ones writes it, as neither the runtime nor
/// a key path itself knows the name of a computed property:
///
/// ```swift
/// extension State: KeyPathListing {
///   static var _$keyPaths: _$KeyPaths<State> {
///     [("query", \.query), ("results", \.results)]
///   }
/// }
/// ```
public protocol KeyPathListing {
  /// The properties in the order of the declaration.
  static var _$keyPaths: _$KeyPaths<Self> { get }
}

/// A property of a type, by its name in the source.
struct NamedKeyPath {
  let name: String
  let keyPath: AnyKeyPath

  /// The properties of a type: those that it lists, else those that it stores.
  static func all<Root>(of root: Root.Type) -> [NamedKeyPath] {
    if let listing = root as? any KeyPathListing.Type,
      case let properties = listedProperties(listing),
      !properties.isEmpty
    {
      return properties
    }
    var properties: [NamedKeyPath] = []
    // Its option 2 leaves out what it cannot make a key path to, instead of giving up.
    _ = _forEachFieldWithKeyPath(of: root, options: _EachFieldOptions(rawValue: 2)) {
      name, keyPath in
      let name = String(cString: name)
      if !name.hasPrefix("$"), !name.hasPrefix("_$") {
        properties.append(NamedKeyPath(name: sourceName(name), keyPath: keyPath))
      }
      return true
    }
    return properties
  }

  private static func listedProperties<Root: KeyPathListing>(_ root: Root.Type) -> [NamedKeyPath] {
    root._$keyPaths.map { NamedKeyPath(name: $0.name, keyPath: $0.keyPath) }
  }

  /// The name in the source of what is stored as `name`: macros and wrappers put `_` before it.
  static func sourceName(_ name: String) -> String {
    guard name.hasPrefix("_"), let second = name.dropFirst().first, second.isLetter else {
      return name
    }
    return String(name.dropFirst())
  }
}
