import MachoMetadata

extension ValueReader {
  /// Builds a value that only the type's own Decodable conformance can build.
  ///
  /// Its fields are read as usual: the conformance requests types, and each type has its own text.
  func decode(_ node: Int, _ type: Any.Type) throws(ValueError) -> Any {
    let content = try decodableContent(of: node, type)
    guard let decodable = type as? any Decodable.Type else {
      throw Literal(reader: self, node: node).wrongType(type)
    }
    do {
      return try decodable.init(from: TextDecoder(reader: self, node: content, codingPath: []))
    } catch let error as ValueError {
      throw error
    } catch let error as DecodingError {
      throw undecodable(content, type, error)
    } catch {
      throw ValueError(
        .wrongType, tree.range(node), "\(TypeName.spell(type)) rejects this value: \(error)")
    }
  }

  /// Returns the node that the conformance decodes: the content of `CGFloat(1.5)`, the arguments of
  /// `Locale(…)`.
  private func decodableContent(
    of node: Int, _ type: Any.Type
  ) throws(ValueError) -> Int {
    switch tree[node].kind {
    case .call, .chain: break
    default: return node
    }
    guard let call = constructor(node, TypePath.bytes(of: type)) else {
      throw Literal(reader: self, node: node).wrongType(type)
    }
    let children = tree.children(call)
    return children.count == 1 && tree.labelRange(children[0]) == nil ? children[0] : call
  }

  private func undecodable(
    _ node: Int, _ type: Any.Type, _ error: DecodingError
  ) -> ValueError {
    let name = TypeName.spell(type)
    switch error {
    case .keyNotFound(let key, _):
      let end = tree.range(node).upperBound
      return ValueError(
        .missingArgument, max(end - 1, tree.range(node).lowerBound)..<end,
        "\(name) needs '\(key.stringValue)', which its Decodable conformance requires")
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      return ValueError(
        .wrongType, tree.range(node), "\(name) cannot be read here: \(context.debugDescription)")
    @unknown default:
      return Literal(reader: self, node: node).wrongType(type)
    }
  }
}

/// A decoder for a syntax node. Calls and objects are keyed, arrays are unkeyed.
struct TextDecoder: Decoder {
  let reader: ValueReader
  let node: Int
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      KeyedTextDecoder<Key>(decoder: self, nodes: try reader.nodesByKey(node)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch reader.tree[node].kind {
    case .array: return UnkeyedTextDecoder(decoder: self, nodes: reader.tree.children(node))
    case .tuple, .call:
      let nodes = reader.tree.children(node)
      guard nodes.allSatisfy({ reader.tree.labelRange($0) == nil }) else { fallthrough }
      return UnkeyedTextDecoder(decoder: self, nodes: nodes)
    default: throw reader.expectedError("a list, [...]", node)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func at(_ node: Int, _ key: any CodingKey) -> TextDecoder {
    TextDecoder(reader: reader, node: node, codingPath: codingPath + [key])
  }
}

extension TextDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { Literal(reader: reader, node: node).isNil }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try Literal(reader: reader, node: node).value(as: type)
  }
}

extension ValueReader {
  func expectedError(_ what: String, _ node: Int) -> ValueError {
    ValueError(.wrongType, tree.range(node), "expected \(what), found \(describe(node))")
  }

  /// Returns the values of a call, labelled tuple, dictionary or object by key.
  fileprivate func nodesByKey(_ node: Int) throws(ValueError) -> [String: Int] {
    var nodes: [String: Int] = [:]
    let children = tree.children(node)
    switch tree[node].kind {
    case .call, .tuple:
      for child in children {
        guard let label = tree.labelRange(child) else {
          throw ValueError(.wrongLabel, tree.range(child), "each value here needs a label")
        }
        try record(child, tree.text(label), in: &nodes)
      }
    case .dictionary, .object,
      .array where children.isEmpty:
      for index in stride(from: 0, to: children.count, by: 2) {
        let key: String = try Literal(reader: self, node: children[index]).value(as: String.self)
        try record(children[index + 1], key, in: &nodes)
      }
    default: throw expectedError("values by name, [\"name\": value]", node)
    }
    return nodes
  }

  private func record(
    _ node: Int, _ key: String, in nodes: inout [String: Int]
  ) throws(ValueError) {
    guard nodes.updateValue(node, forKey: key) == nil else {
      throw ValueError(.duplicate, tree.range(node), "'\(excerpt(key))' is given twice")
    }
  }
}
