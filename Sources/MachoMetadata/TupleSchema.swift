/// The elements of a tuple type, read from runtime metadata.
package final class TupleSchema: Sendable {
  /// The tuple type.
  package let type: Any.Type
  /// The elements in order with their labels.
  package let elements: [Field]

  private static let cache = SchemaCache<TupleSchema>()

  /// Returns the schema of a tuple type, computed once and cached.
  package static func of(_ type: Any.Type) throws(MetadataError) -> TupleSchema {
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

  /// Returns a new tuple, given one value per element, in order.
  package func makeValue(fields values: [Any]) throws(MetadataError) -> Any {
    try withStorage(for: type) { storage throws(MetadataError) in
      try initializeFields(elements, at: storage, with: values, in: type)
      return moveValue(type, from: storage)
    }
  }

  /// Returns the element at `index` of a tuple.
  package func value(at index: Int, in root: Any) throws(MetadataError) -> Any {
    let field = elements[index]
    if let reason = field.unsupportedReason { throw MetadataError(TypeName.spell(type), reason) }
    return try withStored(root) { address, found throws(MetadataError) in
      guard found == type else { throw MetadataError(TypeName.spell(type), .wrongType) }
      return load(field.type, from: address + field.offset)
    }
  }
}
