import MachoMetadata
import MachoValues

extension ValueSyntax {
  /// Returns a syntax in which text can name the error types of the modules that declare `types`.
  func namingErrors(ofModulesOf types: [Any.Type]) -> ValueSyntax {
    var copy = self
    for module in types.compactMap(TypeName.module)
    where !Self.libraries.contains(module) && !copy.errorModules.contains(module) {
      copy.errorModules.append(module)
    }
    return copy
  }

  /// Modules of states and actions, such as `[Int]` and a change of an observed state, that do not belong
  /// to a feature.
  private static let libraries: Set = [
    "Swift", "Foundation", "FoundationEssentials", "Composable", "MachoAdapters",
  ]
}
