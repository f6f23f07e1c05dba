import SwiftSyntax
import SwiftSyntaxMacros

extension DeclModifierListSyntax {
  /// The modifier that says from where a declaration can be seen.
  fileprivate var access: Keyword? {
    for modifier in self where modifier.detail == nil {
      guard case .keyword(let keyword) = modifier.name.tokenKind else { continue }
      switch keyword {
      case .open, .public, .package, .internal, .fileprivate, .private: return keyword
      default: continue
      }
    }
    return nil
  }

  /// Whether a modifier is there.
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

/// How the members that a macro adds to a type have to begin: `"public "`, `"package "` or nothing.
///
/// A type in a `public extension` is public without saying so itself.
func accessPrefix(
  of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
) -> String {
  let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access
  switch declaration.modifiers.access ?? outer {
  case .open, .public: return "public "
  case .package: return "package "
  default: return ""
  }
}
