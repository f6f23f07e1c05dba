import MachoMetadata

/// Writes values as expressions of Swift's source that make equal values.
public struct SwiftSourcePrinter {
  /// What is known of types beyond what the runtime says.
  public private(set) var syntax: ValueSyntax
  /// The modules whose types were named.
  public private(set) var modules: Set<String> = []
  /// Whether an error of a script was written, for which a test needs a type of its own.
  public private(set) var needsErrorType = false
  /// Where in the whole value the printer is, for errors.
  private var path: [String] = []

  /// The name of the type that stands for a script's errors.
  public static let errorType = "ScriptError"

  /// A printer that has named nothing yet.
  public init(syntax: ValueSyntax) { self.syntax = syntax }

  /// The printer with another syntax; what was named stays named.
  public func with(_ syntax: ValueSyntax) -> SwiftSourcePrinter {
    var copy = self
    copy.syntax = syntax
    return copy
  }

  /// A value with the type that its place declares.
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

  /// A value at a part of the present one, which an error names.
  public mutating func nestedExpression(
    _ name: String, _ value: Any, as declared: Any.Type
  ) throws(ValueError) -> SwiftExpression {
    path.append(name)
    defer { path.removeLast() }
    return try expression(value, as: declared)
  }

  /// The name of a type as the source of another file writes it.
  public mutating func name(of type: Any.Type) throws(ValueError) -> String {
    try require(type)
    return TypeName.path(type).joined(separator: ".")
  }

  /// The whole spelling of a type, generic arguments and all.
  public mutating func spelling(of type: Any.Type) throws(ValueError) -> String {
    try require(type)
    return TypeName.spell(type)
  }

  /// Takes note that a module has to be imported.
  public mutating func addImport(_ module: String) { modules.insert(module) }

  /// That a value has no expression, and where it is.
  public func makeError(_ why: String, notes: [String] = []) -> ValueError {
    let there = path.joined().trimmingPrefix(".")
    return ValueError(
      .cannotBuild, 0..<0, there.isEmpty ? why : "\(there): \(why)", notes: notes)
  }

  // MARK: Kinds of values

  private mutating func declaredExpression(_ value: Any, _ type: Any.Type) throws(ValueError)
    -> SwiftExpression
  {
    if let leaf = syntax.leaves.leaf(type) {
      guard let source = leaf.source else {
        throw makeError(
          "the leaf type \(TypeName.spell(type)) says how it is read and printed, but not how it is "
            + "written in Swift",
          notes: ["say so too:  leaves.register(\(TypeName.base(type)).self, ..., source: ...)"])
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
      return try value.swiftExpression(&self)
    }
    switch TextSchema.of(type).shape {
    case .enumeration(let plan): return try enumeration(value, plan.metadata)
    case .structure(let plan): return try structure(value, plan)
    case .tuple(let schema): return try tuple(value, schema)
    case .convertible(let known):
      if let proxied = value as? any TextProxied { return try proxy(of: proxied) }
      // A type of the user's with text of its own is made of its properties all the same.
      if !KnownTypes.isLibraryType(known), let schema = try? StructSchema.of(type) {
        return try structure(value, StructTextSchema(schema))
      }
      throw unwritable(type, "its text is known, and no expression for it")
    case .decodable: throw unwritable(type, "only its Decodable conformance builds it")
    case .existential: throw unwritable(type, "its type is not known")
    case .refused(let why, _): throw unwritable(type, why)
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
      throw unwritable(type, "its case is not known")
    }
    let name = "." + escaped(current.name)
    guard !current.elements.isEmpty else { return .text(name) }
    guard let payload = try? schema.payload(of: value) else {
      throw unwritable(type, "the payload of '\(current.name)' cannot be read")
    }
    var parts: [SwiftExpression] = []
    for (index, element) in current.elements.enumerated() {
      let part = try nestedExpression(".\(current.name)", payload[index], as: element.type)
      parts.append(element.label.map { .prefixed("\($0): ", part) } ?? part)
    }
    return .list(name + "(", parts, ")")
  }

  private mutating func structure(
    _ value: Any, _ plan: StructTextSchema
  ) throws(ValueError) -> SwiftExpression {
    let name = try name(of: plan.metadata.type)
    var parts: [SwiftExpression] = []
    for property in plan.visible {
      guard let content = try? plan.metadata.value(at: property.index, in: value) else {
        throw makeError(
          "\(name).\(property.name) of type \(TypeName.spell(property.field.type)) cannot be written"
        )
      }
      // A wrapper of what is nil begins as that; another property's default may be anything.
      if property.field.isVariable, content is any TextProxied, Self.isNil(content) { continue }
      let part = try nestedExpression(".\(property.name)", content, as: property.field.type)
      parts.append(.prefixed("\(property.name): ", part))
    }
    return .list(name + "(", parts, ")")
  }

  private mutating func tuple(
    _ value: Any, _ schema: TupleSchema
  ) throws(ValueError) -> SwiftExpression {
    var parts: [SwiftExpression] = []
    for (index, element) in schema.elements.enumerated() {
      guard let content = try? schema.value(at: index, in: value) else {
        throw unwritable(schema.type, "a part of it cannot be read")
      }
      let part = try nestedExpression(".\(element.label ?? "\(index)")", content, as: element.type)
      parts.append(element.label.map { .prefixed("\($0): ", part) } ?? part)
    }
    return .list("(", parts, ")")
  }

  /// A value where its type is not declared: the expression tells it.
  private mutating func erasedExpression(
    _ value: Any, _ type: Any.Type
  ) throws(ValueError) -> SwiftExpression {
    let inner = try declaredExpression(value, type)
    switch value {
    case is Int, is String, is Bool, is Double, is ScriptedError: return inner
    default: break
    }
    if inner.line.hasPrefix(TypeName.path(type).joined(separator: ".") + "(") { return inner }
    if case .enumeration = TextSchema.of(type).shape {
      return .prefixed(try spelling(of: type), inner)
    }
    return .list("(", [.suffixed(inner, " as \(try spelling(of: type))")], ")")
  }

  // MARK: Names

  private mutating func require(_ type: Any.Type) throws(ValueError) {
    guard !TypeName.isHidden(type) else {
      throw makeError(
        "the type \(TypeName.spell(type)) is private, so that no other file can name it",
        notes: ["let it be internal"])
    }
    if let module = TypeName.module(type) { modules.insert(module) }
  }

  private func unwritable(_ type: Any.Type, _ why: String) -> ValueError {
    makeError("a \(TypeName.spell(type)) cannot be written in Swift: \(why)")
  }

  private func escaped(_ name: String) -> String {
    // Behind a dot every other keyword is a name.
    ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }

  /// Whether a value is nil, or a wrapper of it.
  private static func isNil(_ value: Any) -> Bool {
    if let proxied = value as? any TextProxied { return isNil(content(of: proxied)) }
    guard value is any OptionalValue, Swift.type(of: value) is any OptionalValue.Type else {
      return false
    }
    return (value as? any OptionalValue)?.wrappedValue == nil
  }

  private static func content<P: TextProxied>(of value: P) -> Any { value.textProxy }
}

extension TypeKind {
  /// Whether values of several types stand at a place of it.
  var isExistential: Bool { self == .existential || self == .constrainedExistential }
}

extension ValueSyntax {
  /// The case that an enum is in, with its payload; `nil` for other values, Optionals too.
  public static func currentCase(
    of value: Any
  ) -> (name: String, payload: [(label: String?, value: Any)])? {
    let value = unnested(value)
    guard case .enumeration(let plan) = TextSchema.of(type(of: value)).shape,
      let current = try? plan.metadata.currentCase(of: value)
    else { return nil }
    let payload = (try? plan.metadata.payload(of: value)) ?? []
    return (current.name, zip(current.elements, payload).map { ($0.label, $1) })
  }
}
