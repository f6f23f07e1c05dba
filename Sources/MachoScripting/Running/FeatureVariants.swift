import MachoSessions

/// Interchangeable features. Scripts run once with each variant in place of all of them.
package struct FeatureVariants: Sendable {
  /// The names of the features.
  package let names: [String]

  /// Creates variants from the names in `--variants`.
  package init(_ names: [String]) { self.names = names }

  /// Returns a catalog in which the names of all variants refer to one variant.
  package func catalog(
    _ catalog: [any DrivenFeature], with variant: String
  ) -> [any DrivenFeature] {
    guard let base = catalog.first(where: { $0.name == variant }) else { return catalog }
    return catalog.map { feature in
      names.contains(feature.name) ? ForwardingFeature(base, name: feature.name) : feature
    }
  }

  /// Whether a script opens a variant, so that it is run with all of them.
  package func applies(to script: Script) -> Bool {
    script.steps.contains { $0.line.openedFeatureName.map(names.contains) ?? false }
  }
}
