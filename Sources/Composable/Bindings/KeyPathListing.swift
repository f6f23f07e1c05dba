import MachoMetadata
@preconcurrency @_spi(Reflection) import Swift

/// A type that lists its properties by name and key path.
///
/// Macros that turn stored properties into computed ones generate the conformance. Neither the
/// runtime nor a key path knows the name of a computed property:
///
/// ```swift
/// extension State: KeyPathListing {
///   static var _$keyPaths: _$KeyPaths<State> {
///     [("query", \.query), ("results", \.results)]
///   }
/// }
/// ```
public protocol KeyPathListing {
  /// The properties in declaration order.
  static var _$keyPaths: _$KeyPaths<Self> { get }
}

/// A property's source name and key path.
struct NamedKeyPath {
  let name: String
  let keyPath: AnyKeyPath

  /// Returns the properties that a type lists, or else its stored properties.
  static func all<Root>(of root: Root.Type) -> [NamedKeyPath] {
    if let listing = root as? any KeyPathListing.Type,
      case let properties = listedProperties(listing),
      !properties.isEmpty
    {
      return properties
    }
    var properties: [NamedKeyPath] = []
    // Option 2 skips fields that no key path can reach, instead of stopping at them.
    _ = _forEachFieldWithKeyPath(of: root, options: _EachFieldOptions(rawValue: 2)) {
      name, keyPath in
      let name = SourceIdentifier.spelling(String(cString: name))
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

  /// Returns the source name of a stored property. Macros and wrappers prefix the stored name with
  /// `_`.
  static func sourceName(_ name: String) -> String {
    if name.hasPrefix("`_") { return "`" + name.dropFirst(2) }
    guard name.hasPrefix("_"), let second = name.dropFirst().first, second.isLetter else {
      return name
    }
    return String(name.dropFirst())
  }
}
