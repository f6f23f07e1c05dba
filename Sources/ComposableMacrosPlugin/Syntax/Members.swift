import SwiftSyntax

extension DeclGroupSyntax {
  /// The declarations in the braces, those behind an `#if` included.
  var declaredMembers: [DeclSyntax] { memberBlock.members.flatMap(\.declarations) }

  /// The names of the types that stand in the braces.
  var declaredTypeNames: Set<String> {
    Set(declaredMembers.compactMap { $0.declaredTypeName })
  }

  /// The stored or computed property of a name.
  func property(named name: String) -> VariableDeclSyntax? {
    declaredMembers.lazy.compactMap { $0.as(VariableDeclSyntax.self) }
      .first { $0.isInstance && $0.singleName == name }
  }
}

extension MemberBlockItemSyntax {
  fileprivate var declarations: [DeclSyntax] {
    guard let conditional = decl.as(IfConfigDeclSyntax.self) else { return [decl] }
    return conditional.clauses.flatMap { clause -> [DeclSyntax] in
      guard case .decls(let members) = clause.elements else { return [] }
      return members.flatMap(\.declarations)
    }
  }
}

extension DeclSyntax {
  fileprivate var declaredTypeName: String? {
    if let alias = self.as(TypeAliasDeclSyntax.self) { return alias.name.text }
    // What is a group and has a name is a nominal type; an extension has none.
    return (asProtocol((any DeclGroupSyntax).self) as? any NamedDeclSyntax)?.name.text
  }
}

extension VariableDeclSyntax {
  /// The name of a property that is declared by itself.
  var singleName: String? {
    guard bindings.count == 1 else { return nil }
    return bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }

  var isInstance: Bool { !modifiers.contains(.static) && !modifiers.contains(.class) }

  var isImmutable: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether a getter computes the value.
  var isComputed: Bool {
    guard let accessors = bindings.first?.accessorBlock?.accessors else { return false }
    switch accessors {
    case .getter: return true
    case .accessors(let list):
      return !list.allSatisfy {
        $0.accessorSpecifier.tokenKind == .keyword(.willSet)
          || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
      }
    }
  }
}

extension String {
  /// A name without the backticks that let it be a keyword.
  var withoutBackticks: String { filter { $0 != "`" } }
}
