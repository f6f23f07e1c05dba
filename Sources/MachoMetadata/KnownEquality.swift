/// What is known of the `==` of types.
package enum KnownEquality {
  private static let cache = SchemaCache<Bool>()

  /// Whether the type's `==` is known to compare all that is printed of a value: only modules with known types occur
  /// in its name.
  package static func isComplete(_ type: Any.Type) -> Bool {
    let known = try? cache.schema(of: type) { type throws(MetadataError) in
      TypeName.modules(type).isSubset(of: modules)
    }
    return known ?? false
  }

  private static let modules: Set = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch",
    "Composable",
  ]
}
