import SwiftSyntax

/// A property of a dependency client that holds a closure.
struct Endpoint {
  let property: ObservedProperty
  let function: FunctionTypeSyntax
  /// `@Sendable` and `@MainActor`, say.
  let attributes: AttributeListSyntax

  /// An endpoint, if the type is written as a function's.
  init?(_ declaration: VariableDeclSyntax) {
    guard let property = ObservedProperty(declaration),
      let (function, attributes) = property.type?.function
    else { return nil }
    self.property = property
    self.function = function
    self.attributes = attributes
  }

  var name: String { property.name }

  /// The closure's first value, if one is written.
  var defaultValue: ExprSyntax? { property.initialValue }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  /// Whether any error may be thrown, so that "unimplemented" can be.
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

  /// Whether an unimplemented closure has to be given a value to return.
  var needsDefault: Bool { !throwsAnything && !returnsNothing && defaultValue == nil }
}

extension TypeSyntax {
  /// The function type that this is, perhaps with attributes or in parentheses.
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
