/// A keyed view of a node's values.
struct KeyedTextDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: TextDecoder
  let nodes: [String: Int]

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The keys in source order.
  var allKeys: [Key] {
    nodes.sorted { $0.value < $1.value }.compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { nodes[key.stringValue] != nil }

  private func decoder(_ key: any CodingKey) throws -> TextDecoder {
    guard let node = nodes[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "the key has no value")
      )
    }
    return decoder.at(node, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(TextCodingKey.superclass) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// An indexed view of a node's values.
struct UnkeyedTextDecoder: UnkeyedDecodingContainer {
  let decoder: TextDecoder
  let nodes: [Int]
  private(set) var currentIndex = 0

  init(decoder: TextDecoder, nodes: [Int]) {
    self.decoder = decoder
    self.nodes = nodes
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { nodes.count }
  var isAtEnd: Bool { currentIndex >= nodes.count }

  /// Calls `body` with the next value's decoder. Advances only if `body` succeeds.
  private mutating func next<R>(_ body: (TextDecoder) throws -> R) throws -> R {
    guard !isAtEnd else {
      let range = decoder.reader.tree.range(decoder.node)
      throw ValueError(.missingArgument, range, "the list has only \(nodes.count) values")
    }
    let result = try body(decoder.at(nodes[currentIndex], TextCodingKey(intValue: currentIndex)))
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd,
      decoder.at(nodes[currentIndex], TextCodingKey(intValue: currentIndex)).decodeNil()
    else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next { try $0.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

/// An index or `super` in a coding path.
struct TextCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  static let superclass = TextCodingKey(stringValue: "super")

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
