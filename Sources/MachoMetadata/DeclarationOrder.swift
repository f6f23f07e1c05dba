/// The cases in the order of the source, where it can be known.
///
/// Metadata lists payload cases first. The synthesized `CodingKeys` of a Decodable enum has no
/// payloads, so its order is the declaration's: decoding from a decoder that only tells which keys
/// were asked for finds it.
func inDeclarationOrder(_ cases: [EnumCase], of type: Any.Type) -> [EnumCase] {
  // Nothing to learn where all cases have payloads, or none has.
  guard cases.contains(where: { $0.payload == nil }), cases.contains(where: { $0.payload != nil }),
    let decodable = type as? any Decodable.Type
  else { return cases }
  do {
    _ = try decodable.init(from: Probe())
    return cases
  } catch let found as FoundKeys {
    guard let keys = try? fieldRecords(ofEnum: found.type), keys.count == cases.count else {
      return cases
    }
    let order = Dictionary(
      keys.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { old, _ in old })
    guard cases.allSatisfy({ order[$0.name] != nil }) else { return cases }
    return cases.sorted { order[$0.name] ?? 0 < order[$1.name] ?? 0 }
  } catch {
    return cases
  }
}

private func fieldRecords(ofEnum type: Any.Type) throws -> [FieldRecord] {
  guard TypeKind(of: type) == .enumeration else { return [] }
  return try fieldRecords(of: type)
}

private struct FoundKeys: Error { let type: Any.Type }
private struct NoKeys: Error {}

/// A decoder that holds nothing: asking it for a keyed container ends the decoding.
private struct Probe: Decoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw FoundKeys(type: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoKeys() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoKeys() }
}
