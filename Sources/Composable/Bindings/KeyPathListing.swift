import MachoMetadata

#if !canImport(Darwin)
  @preconcurrency @_spi(Reflection) import Swift
#endif

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
    forEachField(of: root) { name, keyPath in
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

/// Calls a closure with the name and the key path of each stored property that a key path can
/// reach, until it returns `false`.
private func forEachField<Root>(
  of root: Root.Type, _ body: (UnsafePointer<CChar>, PartialKeyPath<Root>) -> Bool
) {
  // Option 2 skips fields that no key path can reach, instead of stopping at them.
  #if canImport(Darwin)
    var options: UInt32 = 2
    _ = forEachFieldWithKeyPath(of: root, options: &options, body: body)
  #else
    _ = _forEachFieldWithKeyPath(of: root, options: _EachFieldOptions(rawValue: 2), body: body)
  #endif
}

#if canImport(Darwin)
  /// The standard library's function of this name, which the interface in Apple's SDK leaves out.
  ///
  /// SAFETY: the library takes its options, a struct of one `UInt32`, by address: the struct's layout is
  /// not a part of the library's interface.
  @_silgen_name(
    "$ss24_forEachFieldWithKeyPath2of7options4bodySbxm_s01_bC7OptionsVSbSPys4Int8VG_s07PartialeF0CyxGtXEtlF"
  )
  private func forEachFieldWithKeyPath<Root>(
    of root: Root.Type, options: UnsafePointer<UInt32>,
    body: (UnsafePointer<CChar>, PartialKeyPath<Root>) -> Bool
  ) -> Bool
#endif
