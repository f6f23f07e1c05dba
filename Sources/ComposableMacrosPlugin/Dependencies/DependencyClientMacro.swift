import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@DependencyClient`: makes each closure of a struct report an issue until it is set.
enum DependencyClientMacro {}

extension DependencyClientMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let property = member.as(VariableDeclSyntax.self),
      ClientEndpoint(property) != nil
    else { return [] }
    let marks = ["DependencyEndpoint", "DependencyEndpointIgnored"]
    guard !marks.contains(where: property.attributes.contains) else { return [] }
    return ["@DependencyEndpoint"]
  }
}

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) else {
      context.report(
        MacroDiagnostic("client-type", "'@DependencyClient' can only be applied to a struct"),
        at: node,
        fixIts: FixIt.removing("DependencyClient", from: declaration.attributes))
      return []
    }
    let properties = declaration.memberBlock.members.compactMap {
      $0.decl.as(VariableDeclSyntax.self)
    }
    for property in properties { reportFixedEndpoint(property, in: context) }
    let stored = properties.compactMap(ClientProperty.init)
    // The compiler reports the missing type. An initializer would only repeat the error.
    guard stored.allSatisfy({ $0.type != nil || $0.hasValue }) else { return [] }
    let access = accessPrefix(of: declaration, in: context)
    return initializers(of: stored, access: access)
  }

  private static func initializers(
    of properties: [ClientProperty], access: String
  ) -> [DeclSyntax] {
    let parameters = properties.filter(\.isParameter)
    // ORDER: endpoints have a default value, and a setter can be called only after all properties
    // are initialized.
    let assigned = parameters.filter { !$0.isEndpoint } + parameters.filter(\.isEndpoint)
    var initializers: [DeclSyntax] = []
    if !parameters.isEmpty {
      initializers.append(memberwise(parameters, assigned, access: access))
    }
    // Endpoints keep their defaults.
    let others = parameters.filter { !$0.isEndpoint }
    if !others.isEmpty, others.count < parameters.count {
      initializers.append(memberwise(others, others, access: access))
    }
    if properties.allSatisfy(\.hasValue) {
      initializers.append("\(raw: access)init() {}")
    }
    return initializers
  }

  private static func memberwise(
    _ parameters: [ClientProperty], _ assigned: [ClientProperty], access: String
  ) -> DeclSyntax {
    """
    \(raw: access)init(
    \(raw: parameters.map(\.parameter).joined(separator: ",\n"))
    ) {
    \(raw: assigned.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n"))
    }
    """
  }

  /// Reports an endpoint declared with `let`, because tests could not override it.
  private static func reportFixedEndpoint(
    _ property: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    guard property.isInstance, property.isImmutable,
      !property.attributes.contains("DependencyEndpointIgnored"),
      let binding = property.bindings.first, binding.initializer == nil,
      binding.typeAnnotation?.type.function != nil
    else { return }
    let keyword = property.bindingSpecifier
    context.report(
      MacroDiagnostic(
        "client-let",
        "A 'let' is not an endpoint: it has no unimplemented version, and tests cannot override it",
        severity: .warning),
      at: property,
      fixIts: [.replace("Use 'var'", keyword, by: keyword.with(\.tokenKind, .keyword(.var)))])
  }
}
