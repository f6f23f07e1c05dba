import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Presents`: the optional state of a presented feature.
enum PresentsMacro {
  /// The attached property, and whether its enclosing state is observable.
  private struct Presented {
    let property: ObservedProperty
    let wrapped: TypeSyntax
    let isObserved: Bool
  }

  /// - Parameter reports: Whether to report errors. Only one of the macro's roles may do so.
  private static func presented(
    _ declaration: some DeclSyntaxProtocol, by node: AttributeSyntax,
    in context: some MacroExpansionContext, reports: Bool
  ) -> Presented? {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
    func fail(_ code: String, _ message: String, fixIts: [FixIt] = []) -> Presented? {
      if reports { context.report(MacroDiagnostic(code, message), at: node, fixIts: fixIts) }
      return nil
    }
    if variable.isImmutable {
      let keyword = variable.bindingSpecifier
      return fail(
        "presents-let", "'@Presents' cannot be applied to a 'let': the presented state changes",
        fixIts: [
          .replace("Use 'var'", keyword, by: keyword.with(\.tokenKind, .keyword(.var)))
        ])
    }
    guard let property = ObservedProperty(variable) else {
      return fail(
        "presents-stored", "'@Presents' can only be applied to a stored instance property",
        fixIts: FixIt.removing("Presents", from: variable.attributes))
    }
    guard let type = property.type else {
      return fail("presents-type", "'@Presents' requires a property with a type: 'State?'")
    }
    guard let wrapped = type.wrappedInOptional else {
      return fail(
        "presents-optional", "'@Presents' requires an optional property, not a '\(type.trimmed)'",
        fixIts: [
          .replace("Make it optional", type, by: OptionalTypeSyntax(wrappedType: type.trimmed))
        ])
    }
    return Presented(
      property: property, wrapped: wrapped, isObserved: isObserved(in: context))
  }

  /// Returns whether the enclosing state is observable. Otherwise it has no registrar.
  private static func isObserved(in context: some MacroExpansionContext) -> Bool {
    guard let group = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)
    else { return true }
    return group.attributes.contains("ObservableState")
  }
}

extension PresentsMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let presented = presented(declaration, by: node, in: context, reports: true)
    else { return [] }
    let storage = presented.property.storage
    let initializer: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
      \(raw: storage) = _$PresentationState(wrappedValue: initialValue)
      }
      """
    return [initializer]
      + accessors(of: presented, for: "wrappedValue").map { AccessorDeclSyntax("\(raw: $0)") }
  }

  private static func accessors(of presented: Presented, for member: String) -> [String] {
    let property = presented.property
    let target = "\(property.storage).\(member)"
    let value = "\(property.storage).wrappedValue"
    let set = "\(target) = newValue"
    guard presented.isObserved else {
      return ["get {\n\(target)\n}", "set {\n\(set)\n}", "_modify {\nyield &\(target)\n}"]
    }
    return [
      "get {\n\(property.accessCall)\nreturn \(target)\n}",
      "set {\n\(property.notifyingSetter(set, of: value))\n}",
      "_modify {\n\(property.notifyingModify(target, of: value))\n}",
    ]
  }
}

extension PresentsMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let presented = presented(declaration, by: node, in: context, reports: false)
    else { return [] }
    let property = presented.property
    let access = property.declaration.modifiers.filter {
      $0.name.tokenKind != .keyword(.nonisolated)
    }
    let type = "_$PresentationState<\(presented.wrapped)>"
    return [
      """
      \(raw: access.trimmedDescription.isEmpty ? "" : access.trimmedDescription + " ")\
      var \(raw: property.name.prefixed("$")): \(raw: type) {
      \(raw: accessors(of: presented, for: "projectedValue").joined(separator: "\n"))
      }
      """,
      """
      @ObservationStateIgnored private var \(raw: property.storage) = \
      \(raw: type)(wrappedValue: \(raw: property.initialValue?.trimmedDescription ?? "nil"))
      """,
    ]
  }
}

extension TypeSyntax {
  /// `State` of `State?` and of `Optional<State>`.
  fileprivate var wrappedInOptional: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.trimmed }
    guard lastName == "Optional" else { return nil }
    return genericArguments.first.map { "\(raw: $0)" }
  }
}
