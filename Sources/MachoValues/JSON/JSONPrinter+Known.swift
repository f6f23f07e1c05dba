import MachoMetadata

extension JSONPrinter {
  /// A value of a type that brings its own text.
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

  /// What a type writes of itself: the JSON of the one value that it hands over, or of its text.
  private mutating func customWritten(_ value: any TextConvertible) -> JSONValue {
    var printer = ValuePrinter(syntax: syntax, depth: depth)
    printer.customWriteResult = .nothing
    value.write(to: &printer)
    if case .value(let content) = printer.customWriteResult {
      return json(of: content.value, as: content.type)
    }
    return json(ofText: syntax.print(value))
  }

  /// What a text of the house is in JSON, where its reader would take one for the other.
  func json(ofText text: String) -> JSONValue {
    guard let tree = try? Parser.parse(text[...]) else { return .string(text) }
    switch tree[0].kind {
    case .string: return .string((try? tree.stringValue(0)) ?? text)
    case .number: return (try? JSONValue(parsing: text)) ?? .string(text)
    case .name where text == "true" || text == "false": return .bool(text == "true")
    default: return .string(text)
    }
  }

  /// A value where its type is not declared: an object of one member, named by the type, unless the
  /// literal tells it.
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

  /// A value as its Encodable conformance tells it; nil where it is not Encodable or refuses.
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

  /// This printer for a value so many keys and places further inside.
  func deeper(by levels: Int) -> JSONPrinter {
    JSONPrinter(syntax: syntax, depth: depth + levels)
  }
}

extension EncodedNode {
  /// What was encoded, where the leaves were encoded as JSON.
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
