import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Reducer`: a feature, or an enum of features, one of which is active at a time.
enum ReducerMacro {}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    let isStated = declaration.states(conformance: "Reducer")
    let isolation = isolationPrefix(of: declaration)
    var conformances = ["_$ReducerTypes"]
    if declaration.is(EnumDeclSyntax.self) {
      conformances.append("_$CaseReducer")
    } else if !declaration.is(StructDeclSyntax.self) {
      return []
    }
    if !isStated { conformances.append("_$Reducer") }
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: isolation)extension \(type.trimmed): \(raw: conformances.joined(separator: ", ")) {}
        """)
    ]
  }
}

extension ReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let access = accessPrefix(of: declaration, in: context)
    if let enumeration = declaration.as(EnumDeclSyntax.self) {
      let conformances = ComposedConformances(node)
      return ReducerEnum(
        enumeration, access: access, isolation: isolationPrefix(of: declaration),
        conformances: conformances
      ).members
    }
    guard declaration.is(StructDeclSyntax.self) else {
      context.report(
        MacroDiagnostic("reducer-type", "'@Reducer' can only be applied to a struct or an enum"),
        at: node,
        fixIts: FixIt.removing("Reducer", from: declaration.attributes))
      return []
    }
    reportMisuse(in: declaration, in: context)
    return defaults(
      for: declaration, access: access,
      outer: context.lexicalContext.lazy.compactMap(\.typeName).first)
  }

  /// Returns the required members that the feature does not declare: an empty state, an action
  /// without cases, and an empty body.
  ///
  /// - Parameter outer: The type that encloses the feature.
  private static func defaults(
    for declaration: some DeclGroupSyntax, access: String, outer: String?
  ) -> [DeclSyntax] {
    let types = declaration.declaredTypeNames
    let isolation = isolationPrefix(of: declaration)
    var members: [DeclSyntax] = []
    // A body that names its types needs no others. `State` may be the enclosing feature's.
    if let body = declaration.property(named: "body"),
      let named = BodyTypes(body, own: types, outer: outer)
    {
      for (name, type) in [("State", named.state), ("Action", named.action)]
      where !types.contains(name) {
        members.append("\(raw: access)typealias \(raw: name) = \(raw: type)")
      }
      return members
    }
    if !types.contains("State") {
      members.append(
        """
        @ObservableState
        \(raw: isolation)\(raw: access)struct State: Codable, Equatable, Hashable, Sendable {
        \(raw: access)init() {}
        }
        """)
    }
    if !types.contains("Action") {
      members.append(
        "\(raw: isolation)\(raw: access)enum Action: Equatable, Hashable, Sendable {}")
    }
    if declaration.property(named: "body") == nil, declaration.reduceMethod == nil {
      members.append("\(raw: access)let body = _$EmptyReducer<State, Action>()")
    }
    return members
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let enumeration = member.as(EnumDeclSyntax.self) {
      return attributes(for: enumeration)
    }
    guard declaration.is(StructDeclSyntax.self), let property = member.as(VariableDeclSyntax.self),
      let builder = builder(for: property)
    else { return [] }
    return [builder]
  }

  private static func attributes(for enumeration: EnumDeclSyntax) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    let name = enumeration.name.text
    guard name == "State" || name == "Action" else { return [] }
    if !enumeration.attributes.contains("CasePathable") { attributes.append("@CasePathable") }
    if name == "State", !enumeration.attributes.contains("dynamicMemberLookup") {
      attributes.append("@dynamicMemberLookup")
    }
    return attributes
  }

  /// Returns the result builder attribute for a body. The compiler does not infer it through a
  /// macro's conformance.
  private static func builder(for property: VariableDeclSyntax) -> AttributeSyntax? {
    guard property.singleName == "body", property.isInstance, property.isComputed,
      !property.attributes.contains("ReducerBuilder"),
      let type = property.bindings.first?.typeAnnotation?.type.as(SomeOrAnyTypeSyntax.self),
      type.someOrAnySpecifier.tokenKind == .keyword(.some)
    else { return nil }
    let arguments = type.constraint.genericArguments
    switch (type.constraint.lastName, arguments.count) {
    case ("ReducerOf", 1):
      return "@_$ReducerBuilder<\(raw: arguments[0]).State, \(raw: arguments[0]).Action>"
    case ("Reducer", 2):
      return "@_$ReducerBuilder<\(raw: arguments[0]), \(raw: arguments[1])>"
    default:
      return nil
    }
  }
}

extension DeclGroupSyntax {
  /// The feature's `reduce(into:action:)` method, if it has one.
  var reduceMethod: FunctionDeclSyntax? {
    declaredMembers.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }
      .first {
        $0.name.text == "reduce"
          && $0.signature.parameterClause.parameters.map(\.firstName.text) == ["into", "action"]
      }
  }
}
