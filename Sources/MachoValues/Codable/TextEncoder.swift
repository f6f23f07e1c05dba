import MachoMetadata

extension ValuePrinter {
  /// Writes a value through its Encodable conformance, so that Decodable reads it back. Returns
  /// `false` if the value is not Encodable or its encoding throws.
  mutating func writeEncoded(_ value: Any, _ type: Any.Type) -> Bool {
    guard let encodable = value as? any Encodable else { return false }
    let root = EncodedNode()
    do {
      try encodable.encode(to: TextEncoder(node: root, printer: self, codingPath: []))
    } catch {
      return false
    }
    let name = TypeName.path(type).joined(separator: ".")
    write(text: root.text(calledAs: name))
    return true
  }
}

/// The encoded content at one coding path. Leaves are text or JSON.
final class EncodedNode {
  enum Content {
    case nothing
    case text(String)
    case json(JSONValue)
    case keyed([(key: String, node: EncodedNode)])
    case unkeyed([EncodedNode])
  }

  var content = Content.nothing
  /// PERFORMANCE: the index of each key's node, so that adding a key takes constant time.
  private var indexesByKey: [String: Int] = [:]

  /// Returns `Name(key: value)` if there is a name and every key can be a label, else a dictionary.
  func text(calledAs name: String? = nil) -> String {
    switch content {
    case .nothing: return "[:]"
    case .text(let text): return text
    case .json(let value): return value.text
    case .unkeyed(let nodes): return "[\(nodes.map { $0.text() }.joined(separator: ", "))]"
    case .keyed(let pairs):
      if let name, pairs.allSatisfy({ isLabel($0.key) }) {
        return "\(name)(\(pairs.map { "\($0.key): \($0.node.text())" }.joined(separator: ", ")))"
      }
      if pairs.isEmpty { return "[:]" }
      let texts = pairs.map { "\(quoted($0.key)): \($0.node.text())" }
      return "[\(texts.joined(separator: ", "))]"
    }
  }

  private func isLabel(_ key: String) -> Bool {
    guard let first = key.utf8.first, isNameStart(first) else { return false }
    return key.utf8.allSatisfy(isNameByte)
  }

  /// Returns a new node for a key. Replaces the node of an equal key.
  func child(_ key: any CodingKey) -> EncodedNode {
    let child = EncodedNode()
    guard case .keyed(var pairs) = content else {
      content = .keyed([(key.stringValue, child)])
      indexesByKey = [key.stringValue: 0]
      return child
    }
    // PERFORMANCE: `content` is cleared so that `pairs` is uniquely referenced and grows in place.
    content = .nothing
    if let old = indexesByKey[key.stringValue] {
      pairs[old].node = child
    } else {
      indexesByKey[key.stringValue] = pairs.count
      pairs.append((key.stringValue, child))
    }
    content = .keyed(pairs)
    return child
  }

  /// Appends a new node.
  func append() -> EncodedNode {
    let child = EncodedNode()
    guard case .unkeyed(var nodes) = content else {
      content = .unkeyed([child])
      return child
    }
    content = .nothing
    nodes.append(child)
    content = .unkeyed(nodes)
    return child
  }
}

/// Encodes a value's fields, each as the text or JSON of its type.
struct TextEncoder: Encoder {
  let node: EncodedNode
  let printer: ValuePrinter
  /// Encodes leaves as JSON. `nil` if leaves are encoded as text.
  var jsonPrinter: JSONPrinter?
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .keyed = node.content {} else { node.content = .keyed([]) }
    return KeyedEncodingContainer(KeyedTextEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .unkeyed = node.content {} else { node.content = .unkeyed([]) }
    return UnkeyedTextEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func at(_ node: EncodedNode, _ key: any CodingKey) -> TextEncoder {
    TextEncoder(
      node: node, printer: printer, jsonPrinter: jsonPrinter, codingPath: codingPath + [key])
  }
}

extension TextEncoder: SingleValueEncodingContainer {
  func encodeNil() { node.content = jsonPrinter == nil ? .text("nil") : .json(.null) }

  func encode<T: Encodable>(_ value: T) {
    if var printer = jsonPrinter?.deeper(by: codingPath.count) {
      node.content = .json(printer.json(of: value, as: T.self))
    } else {
      node.content = .text(printer.text(of: value, as: T.self))
    }
  }
}
