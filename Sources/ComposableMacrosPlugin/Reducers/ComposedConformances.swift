import SwiftSyntax

/// What `@Reducer(state: .equatable, .sendable, action: .equatable)` asks of the generated types.
struct ComposedConformances {
  private(set) var state: [String] = []
  private(set) var action: [String] = []

  init(_ node: AttributeSyntax) {
    guard case .argumentList(let arguments) = node.arguments else { return }
    // A label holds for what follows it, as the parameters are variadic.
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
