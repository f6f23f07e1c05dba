import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@ViewAction(for:)`: adds a `send` method for view actions to a type with a store.
enum ViewActionMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !declaration.is(EnumDeclSyntax.self), !declaration.is(ProtocolDeclSyntax.self) else {
      context.report(
        MacroDiagnostic(
          "view-action-type", "'@ViewAction' can only be applied to a type that has a store"),
        at: node, fixIts: FixIt.removing("ViewAction", from: declaration.attributes))
      return []
    }
    guard declaration.property(named: "store") != nil else {
      context.report(
        MacroDiagnostic(
          "view-action-store",
          "'@ViewAction' requires '\(type.trimmed)' to have a 'store' property of type 'Store'"),
        at: node, fixIts: inserting(for: feature(node), into: declaration))
      return []
    }
    let finder = DirectSendFinder(viewMode: .sourceAccurate)
    finder.walk(declaration.memberBlock)
    for call in finder.calls { reportDirectSend(call, in: context) }
    guard !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): _$ViewActionSending {}")]
  }

  /// Returns `Feature` for `@ViewAction(for: Feature.self)`.
  private static func feature(_ node: AttributeSyntax) -> String {
    guard case .argumentList(let arguments) = node.arguments,
      let metatype = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      let base = metatype.base
    else { return "<#Feature#>" }
    return base.trimmedDescription
  }

  private static func inserting(
    for feature: String, into declaration: some DeclGroupSyntax
  ) -> [FixIt] {
    let line = "let store: StoreOf<\(feature)>"
    var replacement = declaration.memberBlock
    let indentation: Trivia =
      [.newlines(1)] + (replacement.members.first?.indentation ?? .spaces(2))
    let store: DeclSyntax = "\(raw: line)"
    replacement.members.insert(
      MemberBlockItemSyntax(leadingTrivia: indentation, decl: store),
      at: replacement.members.startIndex)
    return [.replace("Add '\(line)'", declaration.memberBlock, by: replacement)]
  }

  private static func reportDirectSend(
    _ call: FunctionCallExprSyntax, in context: some MacroExpansionContext
  ) {
    context.report(
      MacroDiagnostic(
        "view-action-direct-send",
        "Do not use 'store.send' in a type marked '@ViewAction': use 'send'",
        severity: .warning),
      at: call.calledExpression, fixIts: sendingByView(call))
  }

  /// Returns a fix-it that replaces `store.send(.view(.saved))` by `send(.saved)`. Other actions
  /// have no such form.
  private static func sendingByView(_ call: FunctionCallExprSyntax) -> [FixIt] {
    guard call.arguments.count == 1,
      let view = call.arguments.first?.expression.as(FunctionCallExprSyntax.self),
      view.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "view"
    else { return [] }
    var replacement = call
    replacement.calledExpression = ExprSyntax(DeclReferenceExprSyntax(baseName: "send"))
      .with(\.leadingTrivia, call.calledExpression.leadingTrivia)
    replacement.arguments = view.arguments
    return [.replace("Use 'send'", call, by: replacement)]
  }
}

/// Finds calls of `store.send(...)`.
private final class DirectSendFinder: SyntaxVisitor {
  private(set) var calls: [FunctionCallExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "send", let base = member.base,
      ["store", "self.store"].contains(base.trimmedDescription)
    {
      calls.append(node)
    }
    return .visitChildren
  }
}

extension MemberBlockItemSyntax {
  /// The whitespace before the member on its line.
  fileprivate var indentation: Trivia {
    Trivia(
      pieces: leadingTrivia.reversed().prefix {
        switch $0 {
        case .spaces, .tabs: true
        default: false
        }
      })
  }
}
