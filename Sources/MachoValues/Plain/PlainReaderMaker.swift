import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds out how the text of a type's values is read without a tree.
enum PlainReaderMaker {
  static func make(_ plan: TypePlan) -> PlainReader {
    let reader: PlainReader? =
      switch plan.shape {
      case .known: known(plan.type)
      case .enumeration(let cases): PlainEnumReader(cases)
      case .structure(let structure): PlainStructReader(structure)
      case .tuple, .decodable, .existential, .refused: nil
      }
    return reader ?? PlainReader(plan.type)
  }

  private static func known(_ type: Any.Type) -> PlainReader? {
    if let leaf = leaves[ObjectIdentifier(type)] { return leaf }
    if let optional = OptionalReader(type) { return PlainOptionalReader(type, optional) }
    return arrayMaker(of: type).map { PlainArrayReader(type, $0) }
  }

  private static let leaves: [ObjectIdentifier: PlainReader] = {
    let readers = [
      PlainIntegerReader<Int>(), PlainIntegerReader<Int8>(), PlainIntegerReader<Int16>(),
      PlainIntegerReader<Int32>(), PlainIntegerReader<Int64>(), PlainIntegerReader<UInt>(),
      PlainIntegerReader<UInt8>(), PlainIntegerReader<UInt16>(), PlainIntegerReader<UInt32>(),
      PlainIntegerReader<UInt64>(), PlainFloatReader<Double>(), PlainFloatReader<Float>(),
      PlainBoolReader(Bool.self), PlainStringReader(String.self), PlainUUIDReader(UUID.self),
    ]
    return Dictionary(uniqueKeysWithValues: readers.map { (ObjectIdentifier($0.type), $0) })
  }()
}
