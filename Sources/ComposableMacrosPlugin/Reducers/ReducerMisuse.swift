import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension ReducerMacro {
  /// Says what is wrong with a feature's body, where the compiler would only say that the type
  /// does not conform.
  static func reportMisuse(
    in declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) {
    guard let body = declaration.property(named: "body") else { return }
    if let reduce = declaration.reduceMethod {
      context.report(
        Mistake(
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
    let right = isComplete ? "some \(constraint.trimmedDescription)" : "some ReducerOf<Self>"
    let mended = TypeSyntax("\(raw: right)").with(\.trailingTrivia, type.trailingTrivia)
    context.report(
      Mistake(
        "reducer-body-type",
        isComplete
          ? "The type of 'body' must be one certain reducer: '\(right)'"
          : "The type of 'body' must name its state and its action: '\(right)'"),
      at: type, mends: [.replace("Use '\(right)'", type, by: mended)])
  }
}
