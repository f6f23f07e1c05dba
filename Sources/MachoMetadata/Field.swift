/// A stored property, tuple element or payload argument.
package struct Field: Sendable {
  /// The name as the source spells it; `nil` without a label.
  package let label: String?
  /// The declared type.
  package let type: Any.Type
  /// The offset in the enclosing value, in bytes.
  let offset: Int
  /// Why values of this field can be neither built nor read; `nil` if they can.
  package let unsupportedReason: MetadataError.Reason?
  /// Whether it is declared as a variable.
  package let isVariable: Bool

  /// The same field without its label.
  package var unlabelled: Field {
    Field(
      label: nil, type: type, offset: offset, unsupportedReason: unsupportedReason,
      isVariable: isVariable)
  }
}

/// Returns the elements of a tuple type, or `nil` for another type.
package func tupleElements(of type: Any.Type) -> [Field]? {
  TypeKind(of: type) == .tuple ? rawTupleElements(of: type) : nil
}

func rawTupleElements(of type: Any.Type) -> [Field] {
  let metadata = Metadata(type)
  // Tuple metadata has the kind, the count, a C string of labels, each followed by a space, then
  // the type and offset of each element.
  let count = Int(metadata.word(1))
  var labels: [Substring] = []
  // SAFETY: the layout of a tuple's metadata is part of the stable ABI: kind, count, labels, and for
  // each element its type and offset.
  if let text = metadata.pointer.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self) {
    labels = String(cString: text).split(separator: " ", omittingEmptySubsequences: false)
  }
  return (0..<count).map { index in
    let element = metadata.pointer + 24 + index * 16
    let type = unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self)
    let label =
      index < labels.count && !labels[index].isEmpty
      ? SourceIdentifier.spelling(String(labels[index])) : nil
    return Field(
      label: label, type: type, offset: Int(element.load(fromByteOffset: 8, as: UInt32.self)),
      unsupportedReason: unsupportedReason(for: type), isVariable: true)
  }
}
