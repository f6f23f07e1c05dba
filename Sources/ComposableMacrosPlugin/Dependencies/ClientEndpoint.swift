import SwiftSyntax

/// A closure property of a dependency client.
struct ClientEndpoint {
  let property: ObservedProperty
  let function: FunctionTypeSyntax
  /// The type's attributes, such as `@Sendable` and `@MainActor`.
  let attributes: AttributeListSyntax

  /// Returns `nil` if the type is not written as a function type.
  init?(_ declaration: VariableDeclSyntax) {
    guard let property = ObservedProperty(declaration),
      let (function, attributes) = property.type?.function
    else { return nil }
    self.property = property
    self.function = function
    self.attributes = attributes
  }

  var name: String { property.name }

  /// The closure's default value, if the source has one.
  var defaultValue: ExprSyntax? { property.initialValue }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  /// Whether any error may be thrown, including `Unimplemented`.
  var throwsAnything: Bool {
    guard let clause = function.effectSpecifiers?.throwsClause else { return false }
    guard let type = clause.type?.trimmedDescription else { return true }
    return type == "any Error" || type == "Error" || type == "any Swift.Error"
  }

  var isThrowing: Bool {
    guard let clause = function.effectSpecifiers?.throwsClause else { return false }
    return clause.type?.trimmedDescription != "Never"
  }

  var returnsNothing: Bool {
    ["Void", "()", "Swift.Void"].contains(function.returnClause.type.trimmedDescription)
  }

  /// Whether the closure returns an optional, so that it can return `nil`.
  var returnsOptional: Bool {
    let type = function.returnClause.type
    return type.is(OptionalTypeSyntax.self) || type.lastName == "Optional"
  }

  /// Whether an unimplemented closure needs a value to return.
  var needsDefault: Bool {
    !throwsAnything && !returnsNothing && !returnsOptional && defaultValue == nil
  }
}

extension TypeSyntax {
  /// The function type, without its attributes and parentheses. `nil` if this is not a function
  /// type.
  var function: (FunctionTypeSyntax, AttributeListSyntax)? {
    if let function = self.as(FunctionTypeSyntax.self) { return (function, []) }
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.baseType.function.map { function, inner in
        (function, AttributeListSyntax(Array(attributed.attributes) + Array(inner)))
      }
    }
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.firstName == nil
    else { return nil }
    return element.type.function
  }
}
