import MachoMetadata

/// A stored property of a struct as people see it.
public struct PropertyDescription: Sendable, Equatable {
  /// The source's name, also where a macro stores another.
  public let name: String
  /// As the source would spell it.
  public let type: String
}

extension ValueSyntax {
  /// The stored properties of a struct that are not hidden; none for another type.
  public func properties(of type: Any.Type) -> [PropertyDescription] {
    guard case .structure(let plan) = TextSchema.of(type).shape else { return [] }
    return plan.visible.map {
      PropertyDescription(name: $0.name, type: TypeName.spell($0.field.type))
    }
  }
}

/// A type as the source would spell it, without its module.
public func typeName(_ type: Any.Type) -> String { TypeName.spell(type) }
