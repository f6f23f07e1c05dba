import MachoMetadata

/// Determines whether equal values of a type always have the same identity.
///
/// An `==` may ignore the identity. The probe compares a value with a copy of itself that has
/// another value's identity.
enum IdentityProbe {
  /// Returns `false`, too, if the identity is not a stored property, so that no copy can be made.
  static func equalityImpliesIdentity(
    _ plan: DiffPlan, _ witness: IdentityWitness, _ first: ValueAddress,
    _ second: ValueAddress
  ) -> Bool {
    let identity = Identity(
      type: witness.idType, first: witness.identity(at: first),
      second: witness.identity(at: second))
    guard
      let modified = valueWithSecondIdentity(
        first.anyValue(as: plan.type), second.anyValue(as: plan.type), plan.type, identity, depth: 3
      )
    else { return false }
    return withContents(of: modified) { !plan.areEqual($1, first) }
  }

  private struct Identity {
    let type: Any.Type
    let first: Any
    let second: Any

    func isStored(_ first: Any, _ second: Any) -> Bool {
      MirrorEquality.areEqual(first, self.first) && MirrorEquality.areEqual(second, self.second)
    }
  }

  /// Returns the first value with the second's identity. The identity may be stored in a nested
  /// struct.
  private static func valueWithSecondIdentity(
    _ first: Any, _ second: Any, _ type: Any.Type, _ identity: Identity, depth: Int
  ) -> Any? {
    guard depth > 0, TypeKind(of: type) == .structure, let schema = try? StructSchema.of(type)
    else { return nil }
    for (index, field) in schema.properties.enumerated() where field.unsupportedReason == nil {
      guard let firstValue = try? schema.value(at: index, in: first),
        let secondValue = try? schema.value(at: index, in: second)
      else { continue }
      let replacement: Any? =
        field.type == identity.type && identity.isStored(firstValue, secondValue)
        ? secondValue
        : valueWithSecondIdentity(firstValue, secondValue, field.type, identity, depth: depth - 1)
      if let replacement {
        return try? schema.replacing([(index, replacement)], in: first)
      }
    }
    return nil
  }
}
