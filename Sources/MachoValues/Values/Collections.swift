/// Reads `[1, 2]`, and customDump's `[[0]: 1, [1]: 2]`.
extension Array: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> [Element] {
    try literal.elements(of: Element.self, for: [Element].self)
  }

  public func write(to printer: inout ValuePrinter) { printer.writeElements(self) }
}

/// Reads `[1, 2]`, and customDump's `Set([1, 2])`. Printed in the order of the elements' text.
extension Set: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Set<Element> {
    let inside = literal.onlyArgument(of: "Set") ?? literal
    return Set(try inside.elements(of: Element.self, for: Set<Element>.self))
  }

  public func write(to printer: inout ValuePrinter) {
    let texts = map { printer.text(of: $0, as: Element.self) }.sorted()
    printer.write(text: "[\(texts.joined(separator: ", "))]")
  }
}

/// Reads `["a": 1]` and `[:]`. Printed in the order of the keys' text.
extension Dictionary: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> [Key: Value] {
    var result: [Key: Value] = [:]
    for pair in try literal.pairs(of: Key.self, Value.self, for: [Key: Value].self) {
      guard result.updateValue(pair.value, forKey: pair.key) == nil else {
        throw ValueError(
          .duplicate, pair.range, "the key '\(excerpt("\(pair.key)"))' is given twice")
      }
    }
    return result
  }

  public func write(to printer: inout ValuePrinter) {
    guard !isEmpty else { return printer.write(text: "[:]") }
    let texts = map { key, value in
      (printer.text(of: key, as: Key.self), printer.text(of: value, as: Value.self))
    }
    let sorted = texts.sorted { $0.0 < $1.0 }.map { "\($0.0): \($0.1)" }
    printer.write(text: "[\(sorted.joined(separator: ", "))]")
  }
}

extension Literal {
  /// Returns the elements of an array literal, including customDump's form with indexes.
  func elements<Element>(
    of _: Element.Type, for type: Any.Type
  ) throws(ValueError) -> [Element] {
    let nodes: [Int]
    switch reader.tree[node].kind {
    case .array: nodes = reader.tree.children(node)
    case .dictionary: nodes = try indexed(type)
    default: throw wrongType(type)
    }
    let schema = TextSchema.of(Element.self)
    var result: [Element] = []
    result.reserveCapacity(nodes.count)
    for node in nodes {
      guard let element = unbox(try reader.build(node, schema), as: Element.self) else {
        throw Literal(reader: reader, node: node).wrongType(Element.self)
      }
      result.append(element)
    }
    return result
  }

  /// Returns the value nodes of `[[0]: a, [1]: b]`.
  private func indexed(_ type: Any.Type) throws(ValueError) -> [Int] {
    let children = reader.tree.children(node)
    var values: [Int] = []
    for index in stride(from: 0, to: children.count, by: 2) {
      let key = children[index]
      guard reader.tree[key].kind == .array, let inside = reader.tree.firstChild(key),
        reader.tree[inside].kind == .number
      else { throw wrongType(type) }
      values.append(children[index + 1])
    }
    return values
  }

  /// Returns the entries of a dictionary literal, of a JSON object, or of a JSON array of pairs.
  func pairs<Key, Value>(
    of _: Key.Type, _: Value.Type, for type: Any.Type
  ) throws(ValueError) -> [(key: Key, value: Value, range: Range<Int>)] {
    let kind = reader.tree[node].kind
    var children = reader.tree.children(node)
    if kind == .array, !children.isEmpty {
      children = try jsonPairs(children, type)
    } else if kind != .dictionary && kind != .object && kind != .array {
      throw wrongType(type)
    }
    let keySchema = TextSchema.of(Key.self)
    let valueSchema = TextSchema.of(Value.self)
    var result: [(key: Key, value: Value, range: Range<Int>)] = []
    for index in stride(from: 0, to: children.count, by: 2) {
      let keyNode = children[index]
      guard let key = unbox(try self.key(keyNode, keySchema, kind), as: Key.self) else {
        throw Literal(reader: reader, node: keyNode).wrongType(Key.self)
      }
      let valueNode = children[index + 1]
      guard let value = unbox(try reader.build(valueNode, valueSchema), as: Value.self) else {
        throw Literal(reader: reader, node: valueNode).wrongType(Value.self)
      }
      result.append((key, value, reader.tree.range(keyNode)))
    }
    return result
  }

  /// Returns the keys and values of `[[key, value], …]`, the JSON form for keys that are not
  /// strings.
  private func jsonPairs(_ pairs: [Int], _ type: Any.Type) throws(ValueError) -> [Int] {
    var nodes: [Int] = []
    for pair in pairs {
      let inside = reader.tree.children(pair)
      guard reader.tree[node].detail & SyntaxNode.json != 0, reader.tree[pair].kind == .array,
        inside.count == 2
      else { throw wrongType(type) }
      nodes += inside
    }
    return nodes
  }

  /// Reads a key. A JSON key is a string; for a number or Bool it contains the value's text.
  private func key(
    _ node: Int, _ schema: TextSchema, _ kind: SyntaxNode.Kind
  ) throws(ValueError) -> Any {
    if kind == .object, JSONRules.readsKeyText(schema.type) {
      let text = try reader.tree.stringValue(node)
      do throws(ValueError) {
        return try reader.syntax.readValue(text[...], of: schema.type)
      } catch {
        throw ValueError(
          code: error.code, range: reader.tree.range(node), message: error.message)
      }
    }
    return try reader.build(node, schema)
  }
}

extension ValuePrinter {
  mutating func writeElements<Elements: Sequence>(_ elements: Elements) {
    write(text: "[")
    var isFirst = true
    for element in elements {
      if !isFirst { write(text: ", ") }
      isFirst = false
      writeArgument(element, as: Elements.Element.self)
    }
    write(text: "]")
  }

  /// Returns the text of a value as an argument.
  func text(of value: Any, as declared: Any.Type) -> String {
    var printer = inner
    printer.writeArgument(value, as: declared)
    return printer.output
  }
}
