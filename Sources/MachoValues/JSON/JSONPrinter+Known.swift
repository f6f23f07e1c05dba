import MachoMetadata

extension JSONPrinter {
  /// Returns the JSON of a value of a type with its own text.
  mutating func convertible(_ value: Any) -> JSONValue {
    switch value {
    case let value as any JSONRepresentable: return value.json(&self)
    case let value as any TextProxied: return proxied(value)
    case let value as any TextConvertible: return customWritten(value)
    default: return .string("\(value)")
    }
  }

  private mutating func proxied<P: TextProxied>(_ value: P) -> JSONValue {
    json(of: value.textProxy, as: P.TextProxy.self)
  }

  /// Returns the JSON of a value with a custom `write`: of the one value that it writes, else of
  /// its text.
  private mutating func customWritten(_ value: any TextConvertible) -> JSONValue {
    var printer = ValuePrinter(syntax: syntax, depth: depth)
    printer.customWriteResult = .nothing
    value.write(to: &printer)
    if case .value(let content) = printer.customWriteResult {
      return json(of: content.value, as: content.type)
    }
    return json(ofText: syntax.print(value))
  }

  /// Returns the JSON of a text in the value syntax: the number, Bool or string that it spells,
  /// else the text itself.
  func json(ofText text: String) -> JSONValue {
    guard let tree = try? Parser.parse(text[...]) else { return .string(text) }
    switch tree[0].kind {
    case .string: return .string((try? tree.stringValue(0)) ?? text)
    case .number: return (try? JSONValue(parsing: text)) ?? .string(text)
    case .name where text == "true" || text == "false": return .bool(text == "true")
    default: return .string(text)
    }
  }

  /// Returns the JSON of a value without a declared type: an object with the type's name as its
  /// only key, unless the literal implies the type.
  mutating func erased(_ value: Any) -> JSONValue {
    let type = Swift.type(of: value)
    switch value {
    case is Int, is String, is Bool: return json(of: value, as: type)
    case let double as Double where double.isFinite: return json(of: double, as: type)
    default: break
    }
    let name: String
    switch TextSchema.of(type).shape {
    case .convertible where type == ScriptedError.self: name = "error"
    case .convertible where KnownTypes.byName[TypeName.spell(type)] != nil:
      name = TypeName.spell(type)
    case .enumeration, .structure, .decodable: name = TypeName.path(type).joined(separator: ".")
    default: return json(of: value, as: type)
    }
    return .object([JSONValue.Member(name, inside { $0.json(of: value, as: type) })])
  }

  /// Returns the JSON that a value encodes through its Encodable conformance. `nil` if it is not
  /// Encodable or its encoding throws.
  mutating func encoded(_ value: Any) -> JSONValue? {
    guard let encodable = value as? any Encodable else { return nil }
    let root = EncodedNode()
    let printer = ValuePrinter(syntax: syntax)
    do {
      try encodable.encode(
        to: TextEncoder(node: root, printer: printer, jsonPrinter: self, codingPath: []))
    } catch {
      return nil
    }
    return root.json(self)
  }

  /// Returns a printer for a value that is nested `levels` deeper.
  func deeper(by levels: Int) -> JSONPrinter {
    var printer = JSONPrinter(syntax: syntax, depth: depth + levels)
    printer.omitted = omitted
    printer.decimalsAreNumbers = decimalsAreNumbers
    return printer
  }
}

extension EncodedNode {
  /// Returns the JSON of the encoded content. The leaves must have been encoded as JSON.
  fileprivate func json(_ printer: JSONPrinter) -> JSONValue {
    let inside = printer.deeper(by: 1)
    switch content {
    case .nothing: return [:]
    case .json(let value): return value
    case .text(let text): return .string(text)
    case .keyed where inside.isTooDeep(), .unkeyed where inside.isTooDeep():
      return JSONPrinter.tooDeep
    case .keyed(let pairs):
      return .object(pairs.map { JSONValue.Member($0.key, $0.node.json(inside)) })
    case .unkeyed(let nodes): return .array(nodes.map { $0.json(inside) })
    }
  }
}
