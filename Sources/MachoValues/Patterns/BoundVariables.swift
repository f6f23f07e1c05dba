import MachoMetadata

// The variables of a pattern, which get parts of the value that it matches.

extension ValuePattern {
  /// The variables, with the types of their values.
  package var variables: [(name: String, type: Any.Type)] { node.variables }

  /// Returns the values that a matching value gives to the variables.
  package func bindings(of value: Any) -> [String: TypedValue] {
    var bindings: [String: TypedValue] = [:]
    node.bind(unnested(value), &bindings)
    return bindings
  }
}

extension ValuePattern.Node {
  fileprivate var variables: [(name: String, type: Any.Type)] {
    switch self {
    case .any, .value: []
    case .variable(let name, let type): [(name, type)]
    case .some(let node), .proxied(let node): node.variables
    case .enumeration(_, _, let nodes): nodes?.flatMap(\.variables) ?? []
    case .structure(_, let nodes): nodes.flatMap(\.node.variables)
    case .tuple(_, let nodes), .elements(let nodes): nodes.flatMap(\.variables)
    case .setting(_, let node): node?.variables ?? []
    }
  }

  fileprivate func bind(_ value: Any, _ bindings: inout [String: TypedValue]) {
    switch self {
    case .any, .value: break
    case .variable(let name, let type): bindings[name] = TypedValue(value, as: type)
    case .some(let node):
      if let wrapped = (value as? any OptionalValue)?.wrappedValue { node.bind(wrapped, &bindings) }
    case .proxied(let node):
      if let proxied = value as? any TextProxied {
        node.bind(unnested(proxied.textProxy), &bindings)
      }
    case .enumeration(let schema, _, let nodes):
      guard let nodes, let values = try? schema.payload(of: value), values.count == nodes.count
      else { return }
      for (value, node) in zip(values, nodes) { node.bind(value, &bindings) }
    case .structure(let schema, let nodes):
      for (index, node) in nodes {
        guard let part = try? schema.metadata.value(at: index, in: value) else { continue }
        node.bind(part, &bindings)
      }
    case .tuple(let schema, let nodes):
      for (index, node) in nodes.enumerated() {
        guard let part = try? schema.value(at: index, in: value) else { continue }
        node.bind(part, &bindings)
      }
    case .elements(let nodes):
      guard let collection = value as? any Collection else { return }
      for (element, node) in zip(typedElements(of: collection), nodes) {
        node.bind(element.value, &bindings)
      }
    case .setting(_, let node):
      guard let setting = value as? any PropertySetting else { return }
      node?.bind(unnested(setting.settingValue), &bindings)
    }
  }
}

extension ValueSyntax {
  /// Returns the syntax in which some values are variables too. Throws if text cannot build one of them.
  package func binding(_ values: [String: TypedValue]) throws(ValueError) -> Self {
    var bound: [String: Variable] = [:]
    for (name, value) in values { bound[name] = try Variable(value, syntax: self) }
    var syntax = self
    syntax.variables = { [bound, variables] name in bound[name] ?? variables(name) }
    return syntax
  }

  /// Returns the syntax in which variables of some types have the simplest values, to check what uses
  /// them. Throws if text cannot build a value of one of the types.
  package func declaring(
    _ variables: [(name: String, type: Any.Type)]
  ) throws(ValueError) -> Self {
    guard !variables.isEmpty else { return self }
    let generator = ValueGenerator(syntax: self)
    var values: [String: TypedValue] = [:]
    for (name, type) in variables {
      guard
        let text = generator.text(of: type, from: SimplestChoices(), in: ValueSamples()),
        let value = try? readValue(text[...], of: type)
      else {
        throw ValueError(
          .cannotBuild, 0..<0,
          "'$\(name)' cannot be used: text cannot build a value of type \(TypeName.spell(type))")
      }
      values[name] = TypedValue(value, as: type)
    }
    return try binding(values)
  }
}
