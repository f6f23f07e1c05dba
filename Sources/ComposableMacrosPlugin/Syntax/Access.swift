import SwiftSyntax
import SwiftSyntaxMacros

extension DeclModifierListSyntax {
  /// The access modifier.
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

  /// Whether the list contains a modifier.
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

/// Returns `"nonisolated "` for a type that is declared so, else nothing.
///
/// With a default isolation, a type without it is isolated, and so are its conformances and the types
/// that a macro adds to it.
func isolationPrefix(of declaration: some DeclGroupSyntax) -> String {
  declaration.modifiers.contains(.nonisolated) ? "nonisolated " : ""
}

/// Returns the access prefix for members that a macro adds to a type: `"public "`, `"package "` or
/// nothing.
///
/// A type in a `public extension` is public without a modifier of its own.
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
