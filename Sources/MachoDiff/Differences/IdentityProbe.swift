import MachoMetadata

/// Finds out whether two values of a type that are equal have the same identity.
///
/// An `==` may leave the identity out. So a value is asked whether it is equal to itself with
/// another's identity in the place of its own.
enum IdentityProbe {
  /// False too if the identity is not stored, or not where it can be replaced.
  static func equalityImpliesIdentity(
    _ plan: DiffPlan, _ identification: IdentityWitness, _ first: ValueAddress,
    _ second: ValueAddress
  ) -> Bool {
    let identity = Identity(
      type: identification.idType, first: identification.identity(at: first),
      second: identification.identity(at: second))
    guard
      let mixed = valueWithSecondIdentity(
        first.anyValue(as: plan.type), second.anyValue(as: plan.type), plan.type, identity, depth: 3
      )
    else { return false }
    return withContents(of: mixed) { !plan.areEqual($1, first) }
  }

  private struct Identity {
    let type: Any.Type
    let first: Any
    let second: Any

    func isStored(_ first: Any, _ second: Any) -> Bool {
      MirrorEquality.areEqual(first, self.first) && MirrorEquality.areEqual(second, self.second)
    }
  }

  /// The first value with the second's identity, stored in it or in a struct in it.
  private static func valueWithSecondIdentity(
    _ first: Any, _ second: Any, _ type: Any.Type, _ identity: Identity, depth: Int
  ) -> Any? {
    guard depth > 0, TypeKind(of: type) == .structure, let schema = try? StructSchema.of(type)
    else { return nil }
    for (index, part) in schema.properties.enumerated() where part.refusal == nil {
      guard let firstPart = try? schema.value(at: index, in: first),
        let secondPart = try? schema.value(at: index, in: second)
      else { continue }
      let replacement: Any? =
        part.type == identity.type && identity.isStored(firstPart, secondPart)
        ? secondPart
        : valueWithSecondIdentity(firstPart, secondPart, part.type, identity, depth: depth - 1)
      if let replacement {
        return try? schema.replacing([(index, replacement)], in: first)
      }
    }
    return nil
  }
}
