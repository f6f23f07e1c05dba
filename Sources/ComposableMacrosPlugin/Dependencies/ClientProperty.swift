import SwiftSyntax

/// A stored property of a client.
struct ClientProperty {
  let name: String
  let type: TypeSyntax?
  let hasValue: Bool
  let isParameter: Bool
  let isEndpoint: Bool
  let initialValue: ExprSyntax?

  init?(_ declaration: VariableDeclSyntax) {
    guard declaration.isInstance, !declaration.isComputed, let name = declaration.singleName,
      let binding = declaration.bindings.first
    else { return nil }
    self.name = name
    initialValue = binding.initializer?.value
    type = binding.typeAnnotation?.type.trimmed ?? initialValue?.literalType
    let isOptional = type?.is(OptionalTypeSyntax.self) ?? false
    isEndpoint =
      ClientEndpoint(declaration) != nil && !declaration.attributes.contains("DependencyEndpointIgnored")
    hasValue = initialValue != nil || isEndpoint || (isOptional && !declaration.isImmutable)
    let isPrivate =
      declaration.modifiers.contains(.private) || declaration.modifiers.contains(.fileprivate)
    let isConstant = declaration.isImmutable && initialValue != nil
    // Without a type, no parameter can be declared, and the property has a value already.
    isParameter = !isConstant && type != nil && !(isPrivate && hasValue)
  }

  /// The parameter of the memberwise initializer.
  var parameter: String {
    guard let type else { return "" }
    let isFunction = type.function != nil
    let value = isFunction ? nil : initialValue?.trimmedDescription
    let defaulted = value ?? (type.is(OptionalTypeSyntax.self) ? "nil" : nil)
    return "\(name): \(isFunction ? "@escaping " : "")\(type.trimmed)"
      + (defaulted.map { " = \($0)" } ?? "")
  }
}

extension ExprSyntax {
  /// The default type of a literal.
  fileprivate var literalType: TypeSyntax? {
    switch kind {
    case .booleanLiteralExpr: "Bool"
    case .floatLiteralExpr: "Double"
    case .integerLiteralExpr: "Int"
    case .stringLiteralExpr: "String"
    default: nil
    }
  }
}
