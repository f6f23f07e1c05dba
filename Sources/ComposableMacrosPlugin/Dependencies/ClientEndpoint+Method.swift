import SwiftSyntax

extension ClientEndpoint {
  /// Returns a method that calls the closure, with the labels of the closure's type. Returns `nil`
  /// if it has no labels and no method name is given.
  func method(named alias: String?) -> DeclSyntax? {
    let parameters = Array(function.parameters)
    let isLabelled = parameters.contains { $0.methodLabel != nil }
    guard isLabelled || alias != nil else { return nil }
    let declared = parameters.enumerated().map { index, parameter in
      let type = parameter.type.trimmedDescription
      return "\(parameter.methodLabel ?? "_") p\(index): \(type)"
    }
    let arguments = parameters.enumerated().map { $1.isInout ? "&p\($0)" : "p\($0)" }
    // `@Sendable` applies to closures only. A global actor attribute also applies to the method.
    let kept = attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { !["Sendable", "escaping", "autoclosure"].contains($0.attributeName.lastName) }
      .map { $0.trimmedDescription + "\n" }.joined()
    let specifiers = function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let returned = returnsNothing ? "" : " -> \(function.returnClause.type.trimmedDescription)"
    return """
      \(raw: kept)\(raw: access)func \(raw: alias ?? name)\
      (\(raw: declared.joined(separator: ", ")))\(raw: specifiers)\(raw: returned) {
      \(raw: effects)self.\(raw: name)(\(raw: arguments.joined(separator: ", ")))
      }
      """
  }

  /// The property's access modifier, which the method shares.
  private var access: String {
    property.declaration.modifiers.compactMap { modifier -> String? in
      guard modifier.detail == nil, case .keyword(let keyword) = modifier.name.tokenKind,
        [.public, .package, .internal, .fileprivate, .private].contains(keyword)
      else { return nil }
      return modifier.name.text + " "
    }
    .joined()
  }
}

extension TupleTypeElementSyntax {
  /// `id` of `_ id: Int`. A closure type may declare it, but not require it.
  fileprivate var methodLabel: String? {
    guard let name = secondName ?? firstName, name.tokenKind != .wildcard else { return nil }
    return name.text
  }
}
