import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservableState`: makes the properties of a state observable individually.
enum ObservableStateMacro {
  static let registrar = "_$observationRegistrar"
}

extension ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard isState(declaration), !protocols.isEmpty else { return [] }
    let isolation = isolationPrefix(of: declaration)
    return [
      try ExtensionDeclSyntax("\(raw: isolation)extension \(type.trimmed): _$ObservableState {}")
    ]
  }

  private static func isState(_ declaration: some DeclGroupSyntax) -> Bool {
    declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self)
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let access = accessPrefix(of: declaration, in: context)
    if let enumeration = declaration.as(EnumDeclSyntax.self) {
      return ObservedEnum(enumeration, access: access).members
    }
    guard declaration.is(StructDeclSyntax.self) else {
      context.report(
        MacroDiagnostic(
          "observable-state-type", "'@ObservableState' can only be applied to a struct or an enum"),
        at: node, fixIts: FixIt.removing("ObservableState", from: declaration.attributes))
      return []
    }
    return [
      "@ObservationStateIgnored var \(raw: registrar) = _$ObservationStateRegistrar()",
      "\(raw: access)var _$id: _$ObservableStateID { \(raw: registrar).id }",
      """
      \(raw: access)mutating func _$willModify() {
      \(raw: registrar)._$willModify()
      }
      """,
      ObservedNames(declaration, access: access).member,
    ]
  }
}

extension ObservableStateMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let property = member.as(VariableDeclSyntax.self),
      ObservedProperty(property) != nil
    else { return [] }
    guard !reportOldWrapper(of: property, in: context) else { return [] }
    // Shared values notify their observers themselves.
    let conflictingAttributes = [
      "ObservationStateIgnored", "ObservationStateTracked", "Presents", "Shared", "SharedReader",
    ]
    guard !conflictingAttributes.contains(where: property.attributes.contains) else { return [] }
    return ["@ObservationStateTracked"]
  }

  /// Reports a property wrapper from before observation. It has a replacement or is no longer
  /// needed.
  private static func reportOldWrapper(
    of property: VariableDeclSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    if let index = property.attributes.index(ofAttributeNamed: "PresentationState"),
      let attribute = property.attributes[index].as(AttributeSyntax.self)
    {
      let name = IdentifierTypeSyntax(name: "Presents")
      context.report(
        MacroDiagnostic(
          "observable-state-presentation",
          "'@PresentationState' cannot be used in an '@ObservableState': use '@Presents'"),
        at: attribute,
        fixIts: [
          .replace(
            "Use '@Presents'", attribute.attributeName,
            by: name.with(\.trailingTrivia, attribute.attributeName.trailingTrivia))
        ])
      return true
    }
    guard property.attributes.contains("BindingState") else { return false }
    context.report(
      MacroDiagnostic(
        "observable-state-binding",
        "'@BindingState' cannot be used in an '@ObservableState': every property can be bound"),
      at: property.attributes,
      fixIts: FixIt.removing("BindingState", from: property.attributes))
    return true
  }
}
