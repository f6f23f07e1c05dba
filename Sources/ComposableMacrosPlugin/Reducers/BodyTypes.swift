import SwiftSyntax

/// The types of state and action that the declaration of a `body` names: `some Reducer<Int, Bool>`,
/// `some ReducerOf<Counter>`, `EmptyReducer<Int, Bool>()`.
struct BodyTypes {
  let state: String
  let action: String

  /// Returns `nil` if the body names no types, or types that the feature should declare.
  ///
  /// - Parameters:
  ///   - own: The types that the feature declares.
  ///   - outer: The type that encloses the feature. An undeclared `State` is that type's.
  init?(_ body: VariableDeclSyntax, own: Set<String>, outer: String?) {
    guard let binding = body.bindings.first else { return nil }
    let types: (String, String)? =
      if let type = binding.typeAnnotation?.type {
        Self.types(in: type)
      } else if let call = binding.initializer?.value.as(FunctionCallExprSyntax.self) {
        Self.types(in: call.calledExpression)
      } else {
        nil
      }
    guard let (state, action) = types else { return nil }
    func resolve(_ type: String, _ name: String) -> String? {
      if own.contains(name) { return name }
      if type == "Self.\(name)" { return nil }
      return type == name ? outer.map { "\($0).\(name)" } : type
    }
    guard let state = resolve(state, "State"), let action = resolve(action, "Action") else {
      return nil
    }
    self.state = state
    self.action = action
  }

  private static func types(in type: TypeSyntax) -> (String, String)? {
    let constraint = type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
    let arguments = constraint.genericArguments
    if constraint.lastName == "ReducerOf", arguments.count == 1, arguments[0] != "Self" {
      return ("\(arguments[0]).State", "\(arguments[0]).Action")
    }
    return pair(arguments, of: constraint.lastName)
  }

  private static func types(in expression: ExprSyntax) -> (String, String)? {
    guard let generic = expression.as(GenericSpecializationExprSyntax.self) else { return nil }
    return pair(
      generic.genericArgumentClause.arguments.map { $0.argument.trimmedDescription },
      of: generic.expression.as(DeclReferenceExprSyntax.self)?.baseName.text)
  }

  /// The types whose two arguments are a state and an action.
  private static func pair(_ arguments: [String], of name: String?) -> (String, String)? {
    guard ["EmptyReducer", "Reduce", "Reducer"].contains(name), arguments.count == 2 else {
      return nil
    }
    return (arguments[0], arguments[1])
  }
}
