import SwiftSyntax

/// The generated list of a state's properties by name. Runtime metadata does not contain computed
/// properties.
struct ObservedNames {
  private let names: [String]
  private let access: String

  init(_ declaration: some DeclGroupSyntax, access: String) {
    self.access = access
    // Excludes properties in an `#if`, which may not exist in another build.
    names = declaration.memberBlock.members.compactMap { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        // Naming an `@available` property could cause a warning or an error.
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
