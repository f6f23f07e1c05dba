/// Encodes values by key.
struct KeyedTextEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TextEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func child(_ key: any CodingKey) -> TextEncoder {
    encoder.at(encoder.node.child(key), key)
  }

  func encodeNil(forKey key: Key) { child(key).encodeNil() }

  func encode<T: Encodable>(_ value: T, forKey key: Key) { child(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { child(TextCodingKey.superclass) }

  func superEncoder(forKey key: Key) -> any Encoder { child(key) }
}

/// Encodes values in order.
struct UnkeyedTextEncoder: UnkeyedEncodingContainer {
  let encoder: TextEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int {
    guard case .unkeyed(let nodes) = encoder.node.content else { return 0 }
    return nodes.count
  }

  private func next() -> TextEncoder {
    encoder.at(encoder.node.append(), TextCodingKey(intValue: count))
  }

  func encodeNil() { next().encodeNil() }

  func encode<T: Encodable>(_ value: T) { next().encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    next().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

  func superEncoder() -> any Encoder { next() }
}
