import MachoMetadata

/// Writes values as Swift source expressions that create equal values.
public struct SwiftSourcePrinter {
  /// The value syntax, with the user's registered types.
  package private(set) var syntax: ValueSyntax
  /// The modules of the types in the expressions.
  package private(set) var modules: Set<String> = []
  /// Whether an expression contains a script's error, for which the test must declare a type.
  package private(set) var needsErrorType = false
  /// Whether an expression lacks the value of a variable that a test cannot set.
  package var omitsVariables = false
  /// The types that other files can name. PERFORMANCE: the rows of a list have the same types.
  private var nameableTypes: Set<ObjectIdentifier> = []
  /// The path from the root value to the current one, for errors.
  private var path: [String] = []

  /// The name of the type that generated tests declare for a script's errors.
  package static let errorType = "ScriptError"

  /// Creates a printer.
  package init(syntax: ValueSyntax) { self.syntax = syntax }

  /// Returns a copy with another syntax that keeps the recorded modules.
  package func with(_ syntax: ValueSyntax) -> SwiftSourcePrinter {
    var copy = self
    copy.syntax = syntax
    return copy
  }

  /// Returns the expression for a value with a declared type.
  public mutating func expression(
    _ value: Any, as declared: Any.Type
  ) throws(ValueError) -> SwiftExpression {
    guard path.count <= 200 else { throw makeError("values nest too deeply") }
    let value = unnested(value)
    let type = Swift.type(of: value)
    if type != declared, TypeKind(of: declared).isExistential {
      return try erasedExpression(value, type)
    }
    return try declaredExpression(value, type)
  }

  /// Returns the expression for a value nested in the current one. Errors include `name`.
  public mutating func nestedExpression(
    _ name: String, _ value: Any, as declared: Any.Type
  ) throws(ValueError) -> SwiftExpression {
    path.append(name)
    defer { path.removeLast() }
    return try expression(value, as: declared)
  }

  /// Returns a type's name as another file spells it.
  public mutating func name(of type: Any.Type) throws(ValueError) -> String {
    try require(type)
    return TypeName.path(type).joined(separator: ".")
  }

  /// Returns a type's full spelling, including its generic arguments.
  public mutating func spelling(of type: Any.Type) throws(ValueError) -> String {
    try require(type)
    return TypeName.spell(type)
  }

  /// Records that a module must be imported.
  public mutating func addImport(_ module: String) { modules.insert(module) }

  /// Returns the error for a value without an expression, prefixed with the value's path.
  public func makeError(_ message: String, notes: [String] = []) -> ValueError {
    let location = path.joined().trimmingPrefix(".")
    return ValueError(
      .cannotBuild, 0..<0, location.isEmpty ? message : "\(location): \(message)", notes: notes)
  }

  // MARK: Kinds of values

  private mutating func declaredExpression(_ value: Any, _ type: Any.Type) throws(ValueError)
    -> SwiftExpression
  {
    if let leaf = syntax.leaves.leaf(type) {
      guard let source = leaf.source else {
        throw makeError(
          "the registered type \(TypeName.spell(type)) has no Swift source",
          notes: ["add it:  leaves.register(\(TypeName.base(type)).self, ..., source: ...)"])
      }
      try require(type)
      return .text(source(value))
    }
    if let error = value as? ScriptedError {
      needsErrorType = true
      return .text("\(Self.errorType)(\(quoted(error.message)))")
    }
    if let value = value as? any SwiftSourceConvertible {
      if let module = TypeName.module(type) { modules.insert(module) }
      return try value.swiftExpression(using: &self)
    }
    switch TextSchema.of(type).shape {
    case .enumeration(let schema): return try enumeration(value, schema.metadata)
    case .structure(let schema): return try structure(value, schema)
    case .tuple(let schema): return try tuple(value, schema)
    case .convertible(let convertible):
      if let proxied = value as? any TextProxied { return try proxy(of: proxied) }
      // A user's type with its own text is created from its properties.
      if !KnownTypes.isLibraryType(convertible), let schema = try? StructSchema.of(type) {
        return try structure(value, StructTextSchema(schema))
      }
      throw unwritable(type, "it has text, but no Swift expression")
    case .decodable: throw unwritable(type, "only its Decodable conformance builds it")
    case .existential: throw unwritable(type, "its type is unknown")
    case .refused(let reason, _): throw unwritable(type, reason)
    }
  }

  private mutating func proxy<P: TextProxied>(of value: P) throws(ValueError) -> SwiftExpression {
    try expression(value.textProxy, as: P.TextProxy.self)
  }

  private mutating func enumeration(
    _ value: Any, _ schema: EnumSchema
  ) throws(ValueError) -> SwiftExpression {
    let type = schema.type
    guard let current = try? schema.currentCase(of: value) else {
      throw unwritable(type, "its case is unknown")
    }
    let name = "." + Self.escaped(current.name)
    // A payload without a value, as in `Result<Void, any Error>`, has no element.
    guard !current.elements.isEmpty else {
      return .text(current.payload == nil ? name : name + "(())")
    }
    guard let payload = try? schema.payload(of: value) else {
      throw unwritable(type, "the payload of '\(current.name)' cannot be read")
    }
    var elements: [SwiftExpression] = []
    for (index, element) in current.elements.enumerated() {
      let expression = try nestedExpression(".\(current.name)", payload[index], as: element.type)
      elements.append(element.label.map { .prefixed("\($0): ", expression) } ?? expression)
    }
    return .list(name + "(", elements, ")")
  }

  private mutating func tuple(
    _ value: Any, _ schema: TupleSchema
  ) throws(ValueError) -> SwiftExpression {
    var elements: [SwiftExpression] = []
    for (index, element) in schema.elements.enumerated() {
      guard let content = try? schema.value(at: index, in: value) else {
        throw unwritable(schema.type, "one of its elements cannot be read")
      }
      let expression = try nestedExpression(
        ".\(element.label ?? "\(index)")", content, as: element.type)
      elements.append(element.label.map { .prefixed("\($0): ", expression) } ?? expression)
    }
    return .list("(", elements, ")")
  }

  /// Returns an expression that implies the value's type, where no type is declared.
  private mutating func erasedExpression(
    _ value: Any, _ type: Any.Type
  ) throws(ValueError) -> SwiftExpression {
    let inner = try declaredExpression(value, type)
    switch value {
    case is Int, is String, is Bool, is Double, is ScriptedError: return inner
    default: break
    }
    if inner.head == TypeName.path(type).joined(separator: ".") { return inner }
    if case .enumeration = TextSchema.of(type).shape {
      return .prefixed(try spelling(of: type), inner)
    }
    return .list("(", [.suffixed(inner, " as \(try spelling(of: type))")], ")")
  }

  // MARK: Names

  private mutating func require(_ type: Any.Type) throws(ValueError) {
    guard !nameableTypes.contains(ObjectIdentifier(type)) else { return }
    guard !TypeName.isHidden(type) else {
      throw makeError(
        "the type \(TypeName.spell(type)) is private, so other files cannot name it",
        notes: ["make it internal"])
    }
    if let module = TypeName.module(type) { modules.insert(module) }
    nameableTypes.insert(ObjectIdentifier(type))
  }

  private func unwritable(_ type: Any.Type, _ reason: String) -> ValueError {
    makeError("a value of type \(TypeName.spell(type)) cannot be written in Swift: \(reason)")
  }

  /// Returns a name that may follow a dot.
  static func escaped(_ name: String) -> String {
    // Other keywords may follow a dot without backticks.
    ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }

  /// Whether a value is `nil`, or a wrapper whose content is `nil`.
  static func isNil(_ value: Any) -> Bool {
    if let proxied = value as? any TextProxied { return isNil(content(of: proxied)) }
    guard value is any OptionalValue, Swift.type(of: value) is any OptionalValue.Type else {
      return false
    }
    return (value as? any OptionalValue)?.wrappedValue == nil
  }

  private static func content<P: TextProxied>(of value: P) -> Any { value.textProxy }
}

extension TypeKind {
  /// Whether a declaration of this kind can hold values of several types.
  var isExistential: Bool { self == .existential || self == .constrainedExistential }
}

extension ValueSyntax {
  /// Returns the current case of an enum value with its payload. `nil` for other values, including
  /// Optionals.
  package static func currentCase(
    of value: Any
  ) -> (name: String, payload: [(label: String?, value: Any, type: Any.Type)])? {
    let value = unnested(value)
    guard case .enumeration(let schema) = TextSchema.of(type(of: value)).shape,
      let current = try? schema.metadata.currentCase(of: value)
    else { return nil }
    let payload = (try? schema.metadata.payload(of: value)) ?? []
    return (current.name, zip(current.elements, payload).map { ($0.label, $1, $0.type) })
  }
}
