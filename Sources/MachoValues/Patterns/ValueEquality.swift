import MachoMetadata

/// Whether two values are equal, by `==` if the type has it, else field by field.
///
/// Fields that cannot be compared, such as functions, count as equal, because they have no text
/// either.
package func valuesEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  equal(unnested(lhs), unnested(rhs), depth: 0)
}

/// Whether two values are equal, or differ only by NaN: a value with NaN does not equal itself.
package func areSame(_ lhs: Any, _ rhs: Any) -> Bool {
  if valuesEqual(lhs, rhs) { return true }
  guard !valuesEqual(lhs, lhs) else { return false }
  let syntax = ValueSyntax()
  return syntax.print(TypedValue(lhs)) == syntax.print(TypedValue(rhs))
}

private func equal(_ lhs: Any, _ rhs: Any, depth: Int) -> Bool {
  let type = Swift.type(of: lhs)
  guard type == Swift.type(of: rhs) else {
    // An AnyHashable and its base value have the same text.
    if let lhs = lhs as? AnyHashable, let rhs = rhs as? AnyHashable { return lhs == rhs }
    return false
  }
  if let lhs = lhs as? any Equatable {
    func open<T: Equatable>(_ lhs: T) -> Bool { unbox(rhs, as: T.self) == lhs }
    return open(lhs)
  }
  // Values read from text are less deep than this. Deeper values count as different.
  guard depth <= Parser.depthLimit else { return false }
  if let left = lhs as? any OptionalValue, let right = rhs as? any OptionalValue {
    guard let left = left.wrappedValue, let right = right.wrappedValue else {
      return left.wrappedValue == nil && right.wrappedValue == nil
    }
    return equal(left, right, depth: depth)
  }
  switch TextSchema.of(type).shape {
  case .enumeration(let schema): return equalCases(lhs, rhs, schema.metadata, depth)
  case .structure(let schema):
    return schema.visible.allSatisfy { property in
      guard let left = try? schema.metadata.value(at: property.index, in: lhs),
        let right = try? schema.metadata.value(at: property.index, in: rhs)
      else { return true }
      return equal(left, right, depth: depth + 1)
    }
  case .tuple(let schema):
    return schema.elements.indices.allSatisfy { index in
      guard let left = try? schema.value(at: index, in: lhs),
        let right = try? schema.value(at: index, in: rhs)
      else { return true }
      return equal(left, right, depth: depth + 1)
    }
  case .convertible: return equalConvertibles(lhs, rhs, depth)
  case .decodable: return ValueSyntax().print(lhs) == ValueSyntax().print(rhs)
  case .existential, .refused:
    guard TypeKind(of: type) == .classType else { return true }
    return (lhs as AnyObject) === (rhs as AnyObject)
  }
}

private func equalCases(_ lhs: Any, _ rhs: Any, _ schema: EnumSchema, _ depth: Int) -> Bool {
  guard let left = try? schema.currentCase(of: lhs), let right = try? schema.currentCase(of: rhs),
    left.tag == right.tag
  else { return false }
  guard let left = try? schema.payload(of: lhs), let right = try? schema.payload(of: rhs) else {
    return true
  }
  return zip(left, right).allSatisfy { equal($0, $1, depth: depth + 1) }
}

/// Compares collections whose elements have no `==`, and types with their own text.
private func equalConvertibles(_ lhs: Any, _ rhs: Any, _ depth: Int) -> Bool {
  // A dictionary has no element order, but its text has one.
  if !(lhs is any KeyedValues), let left = lhs as? any Collection,
    let right = rhs as? any Collection
  {
    let (left, right) = (typedElements(of: left), typedElements(of: right))
    return left.count == right.count
      && zip(left, right).allSatisfy { equal($0.value, $1.value, depth: depth + 1) }
  }
  return ValueSyntax().print(lhs) == ValueSyntax().print(rhs)
}
