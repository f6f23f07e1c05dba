import MachoMetadata

/// The user-visible description of a stored property.
package struct PropertyDescription: Sendable, Equatable {
  /// The source name, even if a macro stores the property under another name.
  package let name: String
  /// The type as spelled in source.
  package let type: String
}

extension ValueSyntax {
  /// Returns the visible stored properties of a struct. Empty for any other type.
  package func properties(of type: Any.Type) -> [PropertyDescription] {
    guard case .structure(let schema) = TextSchema.of(type).shape else { return [] }
    return schema.visible.map {
      PropertyDescription(name: $0.name, type: $0.field.textTypeName)
    }
  }
}

/// Returns the name of a property's type for a list: of a property wrapper, the wrapped type.
func shownName(of type: Any.Type) -> String {
  guard let proxied = type as? any TextProxied.Type, !(type is any Collection.Type) else {
    return TypeName.spell(type)
  }
  return TypeName.spell(proxied.proxyType)
}

/// Returns a type's name as spelled in source, without its module.
package func typeName(_ type: Any.Type) -> String { TypeName.spell(type) }
