import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension ReducerMacro {
  /// Reports errors in a feature's body. The compiler would only report a missing conformance.
  static func reportMisuse(
    in declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) {
    guard let body = declaration.property(named: "body") else { return }
    if let reduce = declaration.reduceMethod {
      context.report(
        MacroDiagnostic(
          "reducer-reduce-and-body",
          "A reducer with a 'body' cannot have a 'reduce' method: 'body' would never be called"),
        at: reduce.name)
    }
    guard let type = body.bindings.first?.typeAnnotation?.type else { return }
    reportMistyped(body: type, in: context)
  }

  private static func reportMistyped(
    body type: TypeSyntax, in context: some MacroExpansionContext
  ) {
    let opaque = type.as(SomeOrAnyTypeSyntax.self)
    let constraint = opaque?.constraint ?? type
    guard let name = constraint.lastName, name == "Reducer" || name == "ReducerOf" else { return }
    let arguments = constraint.genericArguments
    let isSome = opaque?.someOrAnySpecifier.tokenKind == .keyword(.some)
    let isComplete = arguments.count == (name == "Reducer" ? 2 : 1)
    guard !isSome || !isComplete else { return }
    let suggestion = isComplete ? "some \(constraint.trimmedDescription)" : "some ReducerOf<Self>"
    let replacement = TypeSyntax("\(raw: suggestion)").with(\.trailingTrivia, type.trailingTrivia)
    context.report(
      MacroDiagnostic(
        "reducer-body-type",
        isComplete
          ? "The type of 'body' must be an opaque reducer type: '\(suggestion)'"
          : "The type of 'body' must name its state and action: '\(suggestion)'"),
      at: type, fixIts: [.replace("Use '\(suggestion)'", type, by: replacement)])
  }
}
