import SwiftSyntax

/// The declarations of a file that only views need: types that conform to a protocol of views, their
/// extensions, members that take or return a view, and previews.
final class ViewDeclarations: SyntaxVisitor {
  /// The ranges of the declarations, in bytes.
  private(set) var ranges: [Range<Int>] = []
  /// The names of the file's types that are views.
  private let views: Set<String>
  /// The names of its other types.
  private let others: Set<String>

  init(in file: SourceFileSyntax) {
    let types = DeclaredTypes(viewMode: .sourceAccurate)
    types.walk(file)
    views = types.views.subtracting(types.others)
    others = types.others
    super.init(viewMode: .sourceAccurate)
    walk(file)
  }

  private func remove(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    ranges.append(start..<node.endPositionBeforeTrailingTrivia.utf8Offset)
    return .skipChildren
  }

  /// Removes a type if it is a view. Otherwise its members are visited.
  private func visit(type: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    ViewNames.isView(type) ? remove(type) : .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { visit(type: node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { visit(type: node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { visit(type: node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    visit(type: node)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let extended = ViewNames.last(node.extendedType)
    let isView =
      views.contains(extended)
      || ViewNames.protocols.contains(extended) && !others.contains(extended)
    return isView ? remove(node) : visit(type: node)
  }

  /// Removes a member if its type or attributes mention views. The body is not visited.
  private func visit(
    member: some SyntaxProtocol, _ parts: [(any SyntaxProtocol)?]
  ) -> SyntaxVisitorContinueKind {
    parts.contains { $0.map { mentionsView($0) } ?? false } ? remove(member) : .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    visit(
      member: node,
      [node.attributes, node.genericParameterClause, node.signature, node.genericWhereClause])
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    visit(
      member: node,
      [node.attributes, node.genericParameterClause, node.signature, node.genericWhereClause])
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    visit(member: node, [node.attributes] + node.bindings.map(\.typeAnnotation))
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    visit(member: node, [node.attributes, node.parameterClause, node.returnClause])
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    visit(member: node, [node.initializer])
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    node.macroName.text == "Preview" ? remove(node) : .skipChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    node.macroName.text == "Preview" ? remove(node) : .skipChildren
  }

  /// Whether a part of a signature names a view of this file, `some View`, or a builder of views.
  private func mentionsView(_ node: any SyntaxProtocol) -> Bool {
    var isConstraint = false
    for token in node.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .keyword(.some), .keyword(.any), .colon: isConstraint = true
      case .identifier(let name):
        // A name behind a dot is a member of a type: 'Home.View'.
        if views.contains(name) || ViewNames.builders.contains(name) { return true }
        if isConstraint, ViewNames.protocols.contains(name), !isQualifier(token) { return true }
        isConstraint = isQualifier(token) && isConstraint
      default: isConstraint = false
      }
    }
    return false
  }

  /// Whether a member follows the name, as in `App.State`.
  private func isQualifier(_ token: TokenSyntax) -> Bool {
    token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .period
  }
}

/// The names of the types that a file declares.
private final class DeclaredTypes: SyntaxVisitor {
  private(set) var views: Set<String> = []
  private(set) var others: Set<String> = []

  private func note(
    _ name: TokenSyntax, _ type: some DeclGroupSyntax
  ) -> SyntaxVisitorContinueKind {
    if ViewNames.isView(type) { views.insert(name.text) } else { others.insert(name.text) }
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node)
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node)
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node)
  }
}

/// The names of the protocols and classes of views.
enum ViewNames {
  static let protocols: Set<String> = [
    "Animatable", "AnimatableModifier", "App", "ButtonStyle", "Commands", "DatePickerStyle",
    "DisclosureGroupStyle", "DropDelegate", "DynamicProperty", "FormStyle", "GaugeStyle",
    "GroupBoxStyle", "InsettableShape", "LabelStyle", "LabeledContentStyle", "Layout", "ListStyle",
    "MenuStyle", "NSViewControllerRepresentable", "NSViewRepresentable", "PreferenceKey",
    "PreviewModifier", "PreviewProvider", "PrimitiveButtonStyle", "ProgressViewStyle", "Scene",
    "Shape", "ShapeStyle", "TableStyle", "TextFieldStyle", "TimelineProvider", "ToggleStyle",
    "ToolbarContent", "Transition", "UIViewControllerRepresentable", "UIViewRepresentable", "View",
    "ViewModifier", "Widget", "WidgetBundle",
  ]

  static let builders: Set<String> = [
    "CommandsBuilder", "SceneBuilder", "TableRowBuilder", "ToolbarContentBuilder", "ViewBuilder",
  ]

  /// Whether a type conforms to a protocol of views or inherits from a class of UIKit or AppKit.
  static func isView(_ type: some DeclGroupSyntax) -> Bool {
    let names = type.inheritanceClause?.inheritedTypes.map { last($0.type) } ?? []
    return names.contains { name in
      protocols.contains(name) || name.hasPrefix("UI") && name != "UIKit"
        || ["NSView", "NSViewController", "NSWindow", "NSWindowController", "NSPanel"].contains(
          name)
        || name == "NSApplicationDelegate"
    }
  }

  /// The last name of a type, without generic arguments: `View` of `SwiftUI.View`.
  static func last(_ type: TypeSyntax) -> String {
    if let member = type.as(MemberTypeSyntax.self) { return member.name.text }
    if let attributed = type.as(AttributedTypeSyntax.self) { return last(attributed.baseType) }
    return type.as(IdentifierTypeSyntax.self)?.name.text ?? ""
  }
}
