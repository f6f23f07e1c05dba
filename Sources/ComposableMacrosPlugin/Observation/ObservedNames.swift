import SwiftSyntax

/// The list of a state's properties by name, since the runtime knows none of a computed property.
struct ObservedNames {
  private let names: [String]
  private let access: String

  init(_ declaration: some DeclGroupSyntax, access: String) {
    self.access = access
    // Those behind an `#if` are left out: in another build the list would name what is not there.
    names = declaration.memberBlock.members.compactMap { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        // To name it would be a warning, or an error.
        !variable.attributes.contains("available")
      else { return nil }
      return ObservedProperty(variable)?.name
    }
  }

  var member: DeclSyntax {
    let pairs = names.map { "(\"\($0.withoutBackticks)\", \\Self.\($0))" }
    return """
      \(raw: access)static var _$keyPaths: _$KeyPaths<Self> {
      [\(raw: pairs.joined(separator: ", "))]
      }
      """
  }
}
