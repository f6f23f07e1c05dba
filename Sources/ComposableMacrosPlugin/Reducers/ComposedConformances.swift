import SwiftSyntax

/// The conformances that `@Reducer(state: .equatable, .sendable, action: .equatable)` adds to the
/// generated types.
struct ComposedConformances {
  private(set) var state: [String] = []
  private(set) var action: [String] = []

  init(_ node: AttributeSyntax) {
    guard case .argumentList(let arguments) = node.arguments else { return }
    // The parameters are variadic, so a label also applies to the unlabeled arguments after it.
    var label = ""
    for argument in arguments {
      label = argument.label?.text ?? label
      guard let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      else { continue }
      let conformance = name.prefix(1).uppercased() + name.dropFirst()
      if label == "state" { state.append(conformance) } else { action.append(conformance) }
    }
  }
}
