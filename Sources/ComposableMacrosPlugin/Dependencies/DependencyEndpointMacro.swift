import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@DependencyEndpoint`: makes a closure report an issue when it is called before it is set.
enum DependencyEndpointMacro {}

extension DependencyEndpointMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let endpoint = endpoint(declaration, by: node, in: context) else { return [] }
    let storage = endpoint.property.storage
    let initializer: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
      \(raw: storage) = initialValue
      }
      """
    let accessors: [AccessorDeclSyntax] = [
      """
      get {
      \(raw: storage)
      }
      """,
      """
      set {
      \(raw: storage) = newValue
      }
      """,
    ]
    // An init accessor would store the default value in place of the closure that reports.
    return endpoint.defaultValue == nil ? [initializer] + accessors : accessors
  }

  /// Returns the endpoint. If the declaration is not an endpoint, reports why and returns `nil`.
  private static func endpoint(
    _ declaration: some DeclSyntaxProtocol, by node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> ClientEndpoint? {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
    guard !variable.isImmutable else {
      let keyword = variable.bindingSpecifier
      context.report(
        MacroDiagnostic(
          "endpoint-let", "'@DependencyEndpoint' cannot be applied to a 'let': tests override it"),
        at: node,
        fixIts: [.replace("Use 'var'", keyword, by: keyword.with(\.tokenKind, .keyword(.var)))])
      return nil
    }
    guard let endpoint = ClientEndpoint(variable) else {
      context.report(
        MacroDiagnostic(
          "endpoint-type",
          "'@DependencyEndpoint' requires a stored property with an explicit closure type"),
        at: node, fixIts: FixIt.removing("DependencyEndpoint", from: variable.attributes))
      return nil
    }
    guard !endpoint.needsDefault else {
      reportMissingDefault(of: endpoint, in: context)
      return nil
    }
    return endpoint
  }

  private static func reportMissingDefault(
    of endpoint: ClientEndpoint, in context: some MacroExpansionContext
  ) {
    let binding = endpoint.property.binding
    let arguments = Array(repeating: "_", count: endpoint.function.parameters.count)
    let head = arguments.isEmpty ? "" : arguments.joined(separator: ", ") + " in "
    let type = endpoint.function.returnClause.type.trimmedDescription
    var replacement = binding
    replacement.typeAnnotation?.trailingTrivia = []
    let value: ExprSyntax = "{ \(raw: head)<#\(raw: type)#> }"
    replacement.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space), value: value)
    context.report(
      MacroDiagnostic(
        "endpoint-default",
        """
        A default value is required for '\(endpoint.name)', which returns a value and cannot \
        throw: the endpoint returns it after it has reported that it is unimplemented
        """),
      at: binding,
      fixIts: [.replace("Insert '= \(value)'", binding, by: replacement)])
  }
}

extension DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let endpoint = ClientEndpoint(variable), !endpoint.needsDefault
    else { return [] }
    let storage: DeclSyntax = """
      private var \(raw: endpoint.property.storage): \(endpoint.property.type?.trimmed) = \
      \(raw: endpoint.unimplemented)
      """
    return [endpoint.method(named: alias(node)), storage].compactMap { $0 }
  }

  /// Returns `lookUp` for `@DependencyEndpoint(method: "lookUp")`.
  private static func alias(_ node: AttributeSyntax) -> String? {
    guard case .argumentList(let arguments) = node.arguments,
      let argument = arguments.first(where: { $0.label?.text == "method" }),
      let name = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    else { return nil }
    return name.isEmpty ? nil : name
  }
}

/// `@DependencyEndpointIgnored`: a marker that `@DependencyClient` reads.
enum DependencyEndpointIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
