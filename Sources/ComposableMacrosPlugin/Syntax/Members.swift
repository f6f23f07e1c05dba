import SwiftSyntax

extension DeclGroupSyntax {
  /// The member declarations, including those inside an `#if`.
  var declaredMembers: [DeclSyntax] { memberBlock.members.flatMap(\.declarations) }

  /// Whether the declaration itself states a conformance.
  func states(conformance name: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.lastName == name } ?? false
  }

  /// The names of the declared member types.
  var declaredTypeNames: Set<String> {
    Set(declaredMembers.compactMap { $0.declaredTypeName })
  }

  /// Returns the stored or computed instance property with a name.
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
    // A declaration group with a name is a nominal type. An extension has no name.
    return (asProtocol((any DeclGroupSyntax).self) as? any NamedDeclSyntax)?.name.text
  }
}

extension Syntax {
  /// The name of a type that is declared or extended here.
  var typeName: String? {
    if let declaration = self.as(ExtensionDeclSyntax.self) {
      return declaration.extendedType.trimmedDescription
    }
    return (asProtocol((any DeclGroupSyntax).self) as? any NamedDeclSyntax)?.name.text
  }
}

extension VariableDeclSyntax {
  /// The name, if the declaration declares one property.
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
  /// The name without the backticks that escape a keyword. A raw identifier, such as
  /// `` `my name` ``, keeps them.
  var withoutBackticks: String {
    let bare = filter { $0 != "`" }
    return bare.isIdentifier ? bare : self
  }

  /// Returns the name with a prefix, in backticks if it is a raw identifier.
  func prefixed(_ prefix: String) -> String {
    let bare = filter { $0 != "`" }
    return bare.isIdentifier ? prefix + bare : "`\(prefix)\(bare)`"
  }

  /// Whether it is a name that needs no backticks, or a keyword.
  private var isIdentifier: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy {
      $0 == "_" || $0 == "$" || ("0"..."9").contains($0) || $0.properties.isXIDContinue
    }
  }
}
