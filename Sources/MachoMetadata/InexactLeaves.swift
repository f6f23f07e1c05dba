/// The leaves in the values of a type whose `==` is not the equality of their texts.
package struct InexactLeaves: Sendable {
  /// Whether the values may contain numbers with a fraction: `0.0` equals `-0.0`, and NaN does not equal
  /// itself.
  package private(set) var hasFloats = false
  /// Whether the values may contain text, whose `==` ignores how characters are composed.
  package private(set) var hasText = false

  /// Whether `==` compares what is printed.
  package var isEmpty: Bool { !hasFloats && !hasText }

  private static let cache = SchemaCache<InexactLeaves>()

  /// Returns the leaves of a type. Contents of instances and existentials do not count.
  package static func of(_ type: Any.Type) -> InexactLeaves {
    let known = try? cache.schema(of: type) { type throws(MetadataError) in
      var leaves = InexactLeaves()
      var visited: Set<ObjectIdentifier> = []
      leaves.add(type, &visited)
      return leaves
    }
    return known ?? InexactLeaves()
  }

  private mutating func add(_ type: Any.Type, _ visited: inout Set<ObjectIdentifier>) {
    guard visited.insert(ObjectIdentifier(type)).inserted, !(hasFloats && hasText) else { return }
    if type == AnyHashable.self {
      (hasFloats, hasText) = (true, true)
      return
    }
    if type is any BinaryFloatingPoint.Type {
      hasFloats = true
      return
    }
    if type is any StringProtocol.Type || type == Character.self {
      hasText = true
      return
    }
    switch TypeKind(of: type) {
    case .tuple: for element in tupleElements(of: type) ?? [] { add(element.type, &visited) }
    case .structure, .enumeration, .optional:
      for argument in genericArguments(of: type) { add(argument, &visited) }
      guard !Self.hidesFields(type) else { return }
      for field in Self.fields(of: type) { add(field.type, &visited) }
    default: break
    }
  }

  private static func fields(of type: Any.Type) -> [Field] {
    if TypeKind(of: type) == .structure { return (try? StructSchema.of(type))?.properties ?? [] }
    return (try? EnumSchema.of(type))?.cases.flatMap(\.elements) ?? []
  }

  /// Whether the fields of a type are not printed, as those of the library's types are not, except for
  /// points, sizes, rectangles and measurements.
  private static func hidesFields(_ type: Any.Type) -> Bool {
    guard let module = TypeName.module(type), libraries.contains(module) else { return false }
    let name = TypeName.base(type)
    return !name.hasPrefix("CG") && name != "Measurement"
  }

  private static let libraries: Set = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch",
  ]
}

extension BinaryFloatingPoint {
  /// Whether two numbers are printed alike: `nan` is `nan`, and `-0.0` is not `0.0`.
  package func isPrintedLike(_ other: Self) -> Bool {
    sign == other.sign && (self == other || isNaN && other.isNaN)
  }
}
