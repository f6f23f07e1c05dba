import MachoSessions

/// A feature and those that have to do the same: each stands in for all of them in its turn.
package struct FeatureVariants: Sendable {
  /// Their names.
  package let names: [String]

  /// Makes the list of what `--across` names.
  package init(_ names: [String]) { self.names = names }

  /// The catalog in which one of them answers to the names of all.
  package func catalog(
    _ catalog: [any DrivenFeature], with variant: String
  ) -> [any DrivenFeature] {
    guard let base = catalog.first(where: { $0.name == variant }) else { return catalog }
    return catalog.map { feature in
      names.contains(feature.name) ? ForwardingFeature(base, name: feature.name) : feature
    }
  }

  /// Whether a script opens any of them, and so is one to be run across them.
  package func applies(_ script: Script) -> Bool {
    script.steps.contains { step in
      step.line.verb == "feature"
        && names.contains(String(step.line.arguments.text.prefix { $0 != " " }))
    }
  }
}
