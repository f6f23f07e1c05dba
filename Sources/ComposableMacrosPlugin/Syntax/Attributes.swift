import SwiftSyntax

extension TypeSyntax {
  /// The last component of a type's name: `State` of `Feature.State`, `AlertState` of
  /// `AlertState<Alert>`.
  var lastName: String? {
    if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text }
    return self.as(MemberTypeSyntax.self)?.name.text
  }

  /// The generic arguments of the last name component.
  var genericArguments: [String] {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.map { $0.argument.trimmedDescription } ?? []
  }
}

extension AttributeListSyntax {
  func index(ofAttributeNamed name: String) -> Index? {
    firstIndex { $0.as(AttributeSyntax.self)?.attributeName.lastName == name }
  }

  /// Whether `@name` or `@Module.name` is among the attributes.
  func contains(_ name: String) -> Bool { index(ofAttributeNamed: name) != nil }
}
