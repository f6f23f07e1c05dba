import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@ViewAction(for:)`: a view that sends the view's own actions to its store.
enum ViewActionMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !declaration.is(EnumDeclSyntax.self), !declaration.is(ProtocolDeclSyntax.self) else {
      context.report(
        Mistake("view-action-type", "'@ViewAction' can only be applied to a type that has a store"),
        at: node, mends: FixIt.removing("ViewAction", from: declaration.attributes))
      return []
    }
    guard declaration.property(named: "store") != nil else {
      context.report(
        Mistake(
          "view-action-store",
          "'@ViewAction' requires '\(type.trimmed)' to have a 'store' property of type 'Store'"),
        at: node, mends: inserting(for: feature(node), into: declaration))
      return []
    }
    let finder = DirectSends(viewMode: .sourceAccurate)
    finder.walk(declaration.memberBlock)
    for call in finder.calls { reportDirectSend(call, in: context) }
    guard !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): _$ViewActionSending {}")]
  }

  /// `Feature` of `@ViewAction(for: Feature.self)`.
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
    var mended = declaration.memberBlock
    let indentation: Trivia = [.newlines(1)] + (mended.members.first?.indentation ?? .spaces(2))
    let store: DeclSyntax = "\(raw: line)"
    mended.members.insert(
      MemberBlockItemSyntax(leadingTrivia: indentation, decl: store), at: mended.members.startIndex)
    return [.replace("Add '\(line)'", declaration.memberBlock, by: mended)]
  }

  private static func reportDirectSend(
    _ call: FunctionCallExprSyntax, in context: some MacroExpansionContext
  ) {
    context.report(
      Mistake(
        "view-action-direct-send",
        "Do not use 'store.send' in a type that is marked '@ViewAction': use 'send'",
        severity: .warning),
      at: call.calledExpression, mends: sendingByView(call))
  }

  /// `send(.saved)` of `store.send(.view(.saved))`; what is no view's action has no such form.
  private static func sendingByView(_ call: FunctionCallExprSyntax) -> [FixIt] {
    guard call.arguments.count == 1,
      let view = call.arguments.first?.expression.as(FunctionCallExprSyntax.self),
      view.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "view"
    else { return [] }
    var mended = call
    mended.calledExpression = ExprSyntax(DeclReferenceExprSyntax(baseName: "send"))
      .with(\.leadingTrivia, call.calledExpression.leadingTrivia)
    mended.arguments = view.arguments
    return [.replace("Use 'send'", call, by: mended)]
  }
}

/// Finds `store.send(...)`.
private final class DirectSends: SyntaxVisitor {
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
  /// The white space before the member on its line.
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
