import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds out how the text of a type's values is read without a tree.
enum DirectReaderFactory {
  static func makeReader(_ plan: TextSchema) -> DirectReader {
    let reader: DirectReader? =
      switch plan.shape {
      case .convertible: makeConvertibleReader(plan.type)
      case .enumeration(let cases): DirectEnumReader(cases)
      case .structure(let structure): DirectStructReader(structure)
      case .tuple, .decodable, .existential, .refused: nil
      }
    return reader ?? DirectReader(plan.type)
  }

  private static func makeConvertibleReader(_ type: Any.Type) -> DirectReader? {
    if let leaf = leaves[ObjectIdentifier(type)] { return leaf }
    if let optional = OptionalReader(type) { return DirectOptionalReader(type, optional) }
    return makeArrayInitializer(of: type).map { DirectArrayReader(type, $0) }
  }

  private static let leaves: [ObjectIdentifier: DirectReader] = {
    let readers = [
      DirectIntegerReader<Int>(), DirectIntegerReader<Int8>(), DirectIntegerReader<Int16>(),
      DirectIntegerReader<Int32>(), DirectIntegerReader<Int64>(), DirectIntegerReader<UInt>(),
      DirectIntegerReader<UInt8>(), DirectIntegerReader<UInt16>(), DirectIntegerReader<UInt32>(),
      DirectIntegerReader<UInt64>(), DirectFloatReader<Double>(), DirectFloatReader<Float>(),
      DirectBoolReader(Bool.self), DirectStringReader(String.self), DirectUUIDReader(UUID.self),
    ]
    return Dictionary(uniqueKeysWithValues: readers.map { (ObjectIdentifier($0.type), $0) })
  }()
}
