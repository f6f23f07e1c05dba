import MachoMetadata

/// A pattern for values: a case, a dotted prefix of cases, or a value, with `_` anywhere.
///
/// `searchResponse.success` matches any payload, `factResponse("x")` only that one, `move(from: _,
/// to: 3)` any move to 3, and `_` every value. A pattern that binds variables may also have `$name`
/// for a variable that is not defined, which matches every value.
package struct ValuePattern {
  indirect enum Node {
    case any
    /// A variable that gets the value.
    case variable(name: String, Any.Type)
    case value(Any)
    case some(Node)
    /// A case by name, with patterns for its payload. `nil` matches any payload.
    case enumeration(EnumSchema, name: String, [Node]?)
    case structure(StructTextSchema, [(index: Int, node: Node)])
    case tuple(TupleSchema, [Node])
    case elements([Node])
    /// The setting of a property, with a pattern for the value. `nil` matches any value.
    case setting(name: String, Node?)
    /// A pattern for the value's text proxy.
    case proxied(Node)
  }

  let node: Node
  /// The type of the values that the pattern matches.
  package let type: Any.Type
  /// The pattern's source text.
  package let text: String

  /// Parses a pattern for values of `type`.
  ///
  /// - Parameter bindsVariables: Whether undefined variables get the values at their places. Default: false
  ///   (they are errors).
  package init(
    reading text: Substring, type: Any.Type, syntax: ValueSyntax = ValueSyntax(),
    bindsVariables: Bool = false
  ) throws(ValueError) {
    let reader = try syntax.reader(text)
    node = try PatternReader(reader: reader, bindsVariables: bindsVariables).pattern(0, type)
    self.type = type
    self.text = String(text).trimmingSpaces
  }

  /// Whether the pattern matches `value`.
  package func matches(_ value: Any) -> Bool { node.matches(unnested(value)) }
}

extension ValuePattern.Node {
  func matches(_ value: Any) -> Bool {
    switch self {
    case .any, .variable: true
    case .value(let expected): areSame(value, expected)
    case .some(let node):
      ((value as? any OptionalValue)?.wrappedValue).map(node.matches) ?? false
    case .enumeration(let schema, let name, let nodes):
      matchesCase(value, schema, name, nodes)
    case .structure(let schema, let nodes):
      nodes.allSatisfy { index, node in
        (try? schema.metadata.value(at: index, in: value)).map(node.matches) ?? false
      }
    case .tuple(let schema, let nodes):
      nodes.enumerated().allSatisfy { index, node in
        (try? schema.value(at: index, in: value)).map(node.matches) ?? false
      }
    case .elements(let nodes):
      (value as? any Collection).map { collection in
        let values = typedElements(of: collection)
        return values.count == nodes.count
          && zip(values, nodes).allSatisfy { $1.matches($0.value) }
      } ?? false
    case .setting(let name, let node):
      (value as? any PropertySetting).map {
        $0.settingName == name && (node?.matches(unnested($0.settingValue)) ?? true)
      } ?? false
    case .proxied(let node):
      (value as? any TextProxied).map { node.matches(unnested($0.textProxy)) } ?? false
    }
  }

  private func matchesCase(
    _ value: Any, _ schema: EnumSchema, _ name: String, _ nodes: [Self]?
  ) -> Bool {
    guard let current = try? schema.currentCase(of: value), current.name == name else {
      return false
    }
    guard let nodes else { return true }
    guard let values = try? schema.payload(of: value), values.count == nodes.count else {
      return nodes.allSatisfy { if case .any = $0 { true } else { false } }
    }
    return zip(values, nodes).allSatisfy { $1.matches($0) }
  }
}
