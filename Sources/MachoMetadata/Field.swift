/// One part of a composite value: a stored property, a tuple's element, a payload's argument.
public struct Field: Sendable {
  /// Its name in the metadata; nil for a part without a label.
  public let label: String?
  /// The type that its owner declares for it.
  public let type: Any.Type
  /// Where it lies in its owner, in bytes.
  let offset: Int
  /// Why values of this part can be neither built nor read, if so.
  public let refusal: MetadataError.Reason?
  /// Whether its owner declares it as a variable.
  public let isVariable: Bool

  /// The same part under no label.
  public var unlabelled: Field {
    Field(label: nil, type: type, offset: offset, refusal: refusal, isVariable: isVariable)
  }
}

/// The elements of a tuple type, or nil for another type.
public func tupleElements(of type: Any.Type) -> [Field]? {
  TypeKind(of: type) == .tuple ? rawTupleElements(of: type) : nil
}

func rawTupleElements(of type: Any.Type) -> [Field] {
  let metadata = Metadata(type)
  // Tuple metadata: kind, count, a C string of labels each followed by a space, then for each
  // element its type and its offset.
  let count = Int(metadata.word(1))
  var labels: [Substring] = []
  if let text = metadata.pointer.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self) {
    labels = String(cString: text).split(separator: " ", omittingEmptySubsequences: false)
  }
  return (0..<count).map { index in
    let element = metadata.pointer + 24 + index * 16
    let type = unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self)
    let label = index < labels.count && !labels[index].isEmpty ? String(labels[index]) : nil
    return Field(
      label: label, type: type, offset: Int(element.load(fromByteOffset: 8, as: UInt32.self)),
      refusal: unsupportedReason(for: type), isVariable: true)
  }
}
