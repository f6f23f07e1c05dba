/// What the runtime knows of a tuple type: its elements.
public final class TupleSchema: Sendable {
  /// The tuple type.
  public let type: Any.Type
  /// The elements in order, each with its label.
  public let elements: [Field]

  private static let cache = SchemaCache<TupleSchema>()

  /// The schema of a tuple type, read once and kept.
  public static func of(_ type: Any.Type) throws(MetadataError) -> TupleSchema {
    try cache.schema(of: type) { type throws(MetadataError) in
      guard let elements = tupleElements(of: type) else {
        throw MetadataError(TypeName.spell(type), .notATuple)
      }
      return TupleSchema(type: type, elements: elements)
    }
  }

  private init(type: Any.Type, elements: [Field]) {
    self.type = type
    self.elements = elements
  }

  /// A new tuple from one value for each element, in order.
  public func makeValue(_ values: [Any]) throws(MetadataError) -> Any {
    try withStorage(for: type) { storage throws(MetadataError) in
      try initializeFields(elements, at: storage, with: values, in: type)
      return moveValue(type, from: storage)
    }
  }

  /// The element at `index` of a tuple.
  public func value(at index: Int, in root: Any) throws(MetadataError) -> Any {
    let part = elements[index]
    if let reason = part.refusal { throw MetadataError(TypeName.spell(type), reason) }
    return try withStored(root) { address, found throws(MetadataError) in
      guard found == type else { throw MetadataError(TypeName.spell(type), .wrongType) }
      return load(part.type, from: address + part.offset)
    }
  }
}
