import MachoMetadata

/// Whether two values are equal, by `==` if the type has it, else field by field. Numbers with a fraction
/// and text are compared as they are printed: `nan` equals `nan`, and `-0.0` does not equal `0.0`.
///
/// Fields that cannot be compared, such as functions, count as equal, because they have no text
/// either.
package func valuesEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  var equality = ValueEquality(comparesContents: false)
  return equality.equal(unnested(lhs), unnested(rhs), depth: 0)
}

/// Whether two values are equal, or have the same text although they do not equal themselves.
///
/// - Parameter comparingContents: Whether instances without `==` are compared by what they contain, as
///   those of two runs must be. Default: they are equal only if they are the same instance.
package func areSame(_ lhs: Any, _ rhs: Any, comparingContents: Bool = false) -> Bool {
  var equality = ValueEquality(comparesContents: comparingContents)
  if equality.equalWithContents(lhs, rhs) { return true }
  guard !valuesEqual(lhs, lhs) else { return false }
  let syntax = ValueSyntax()
  return syntax.print(TypedValue(lhs)) == syntax.print(TypedValue(rhs))
}

/// A comparison of two values.
private struct ValueEquality {
  private struct Pair: Hashable {
    let left: ObjectIdentifier
    let right: ObjectIdentifier
  }

  /// Whether instances without `==` are compared by their properties.
  let comparesContents: Bool
  /// The pairs of instances that were found, and those of them that are still to be compared. A list of
  /// instances may be long, so it is not compared by recursion.
  private var pairs: Set<Pair> = []
  private var instances: [(left: AnyObject, right: AnyObject)] = []

  init(comparesContents: Bool) { self.comparesContents = comparesContents }

  /// Whether two values are equal, and the instances in them have equal contents.
  mutating func equalWithContents(_ lhs: Any, _ rhs: Any) -> Bool {
    guard equal(unnested(lhs), unnested(rhs), depth: 0) else { return false }
    while let (left, right) = instances.popLast() {
      guard equalProperties(Mirror(reflecting: left), Mirror(reflecting: right)) else {
        return false
      }
    }
    return true
  }

  private mutating func equalInstances(_ left: AnyObject, _ right: AnyObject) -> Bool {
    guard left !== right else { return true }
    guard comparesContents else { return false }
    if pairs.insert(Pair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))).inserted {
      instances.append((left, right))
    }
    return true
  }

  private mutating func equalProperties(_ left: Mirror, _ right: Mirror) -> Bool {
    guard left.children.count == right.children.count else { return false }
    for (left, right) in zip(left.children, right.children) {
      guard equal(unnested(left.value), unnested(right.value), depth: 0) else { return false }
    }
    guard let left = left.superclassMirror, let right = right.superclassMirror else { return true }
    return equalProperties(left, right)
  }

  mutating func equal(_ lhs: Any, _ rhs: Any, depth: Int) -> Bool {
    let type = Swift.type(of: lhs)
    guard type == Swift.type(of: rhs) else {
      // An AnyHashable and its base value have the same text.
      if let lhs = lhs as? AnyHashable, let rhs = rhs as? AnyHashable { return lhs == rhs }
      return false
    }
    // Addresses differ from run to run.
    // SAFETY: nothing is read through a pointer.
    if comparesContents, lhs is any _Pointer || lhs is OpaquePointer || lhs is ObjectIdentifier {
      return true
    }
    if let isEqual = equalLeaves(lhs, rhs) { return isEqual }
    if let equatable = lhs as? any Equatable {
      func open<T: Equatable>(_ lhs: T) -> Bool { unbox(rhs, as: T.self) == lhs }
      let leaves = InexactLeaves.of(type)
      guard open(equatable) else {
        // NaN does not equal itself, but it is printed alike.
        return leaves.hasFloats && equalParts(lhs, rhs, depth: depth)
      }
      // A type's own `==` may ignore parts that are printed.
      return KnownEquality.isComplete(type) && leaves.isEmpty
        || arePrintedEqual(lhs, rhs, depth: depth)
    }
    return equalParts(lhs, rhs, depth: depth)
  }

  /// Whether two leaves of the same type are printed alike. `nil` if `==` decides.
  private func equalLeaves(_ lhs: Any, _ rhs: Any) -> Bool? {
    if let left = lhs as? any StringProtocol, let right = rhs as? any StringProtocol {
      return String(left).utf8.elementsEqual(String(right).utf8)
    }
    if let left = lhs as? Character, let right = rhs as? Character {
      return left.utf8.elementsEqual(right.utf8)
    }
    guard let left = lhs as? any BinaryFloatingPoint else { return nil }
    func open<T: BinaryFloatingPoint>(_ left: T) -> Bool {
      unbox(rhs, as: T.self).map(left.isPrintedLike) ?? false
    }
    return open(left)
  }

  /// Whether two values that are equal by their `==` have equal parts. Instances and unordered collections count as equal.
  private mutating func arePrintedEqual(_ lhs: Any, _ rhs: Any, depth: Int) -> Bool {
    guard TypeKind(of: Swift.type(of: lhs)) != .classType else { return true }
    if lhs is any OptionalValue { return equalParts(lhs, rhs, depth: depth) }
    guard case .convertible = TextSchema.of(Swift.type(of: lhs)).shape else {
      return equalParts(lhs, rhs, depth: depth)
    }
    let isOrdered = lhs is any RandomAccessCollection && !(lhs is any KeyedValues)
    return !isOrdered || equalParts(lhs, rhs, depth: depth)
  }

  private mutating func equalParts(_ lhs: Any, _ rhs: Any, depth: Int) -> Bool {
    let type = Swift.type(of: lhs)
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
      return equalInstances(lhs as AnyObject, rhs as AnyObject)
    }
  }

  private mutating func equalCases(_ lhs: Any, _ rhs: Any, _ schema: EnumSchema, _ depth: Int)
    -> Bool
  {
    guard let left = try? schema.currentCase(of: lhs), let right = try? schema.currentCase(of: rhs),
      left.tag == right.tag
    else { return false }
    guard let left = try? schema.payload(of: lhs), let right = try? schema.payload(of: rhs) else {
      return true
    }
    return zip(left, right).allSatisfy { equal($0, $1, depth: depth + 1) }
  }

  /// Compares collections whose elements have no `==`, and types with their own text.
  private mutating func equalConvertibles(_ lhs: Any, _ rhs: Any, _ depth: Int) -> Bool {
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
}
