/// Returns the cases in declaration order if it can be determined, else in tag order.
///
/// Metadata lists payload cases first. The synthesized `CodingKeys` of a `Decodable` enum have no
/// payloads, so their order is the declaration order. Decoding from `Probe` reveals the
/// `CodingKeys` type.
func inDeclarationOrder(_ cases: [EnumCase], of type: Any.Type) -> [EnumCase] {
  // If all cases have payloads, or none has, tag order already is declaration order.
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

/// An empty decoder. Requesting a keyed container throws `FoundKeys` with the key type.
private struct Probe: Decoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw FoundKeys(type: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoKeys() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoKeys() }
}
