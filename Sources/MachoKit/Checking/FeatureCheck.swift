import MachoSessions

/// What of features runs live in tests: dependencies that no stub covers, and uses that no stub can cover.
struct FeatureCheck {
  let features: [any DrivenFeature]
  /// The executable beside which the modules of the features were built.
  var executable = ScriptLauncher.executable

  /// The dependencies of each feature that are live in tests. Opens the features, because only their code
  /// knows what it reads.
  var liveDependencies: [(feature: String, names: [String])] {
    features.map { ($0.name, Self.liveDependencies(of: $0)) }.filter { !$0.names.isEmpty }
  }

  static func liveDependencies(of feature: any DrivenFeature) -> [String] {
    let store = feature.open(feature.startState, in: .test, stubs: StubTable())
    defer { store.close() }
    return store.liveDependencies
  }

  /// The modules that declare the actions and states of the features, sorted.
  var modules: [String] {
    let types = features.flatMap { [$0.stateType] + $0.sentTypes }
    return Set(types.map { String(String(reflecting: $0).prefix { $0 != "." && $0 != "<" }) })
      .subtracting([
        "Swift", "Foundation", "FoundationEssentials", "Composable", "MachoAdapters",
        "MachoArchitectures",
      ]).sorted()
  }

  /// What the modules call directly, and the modules whose object files do not exist.
  var directUses: (found: [DirectUses], unsearched: [String]) {
    var found: [DirectUses] = []
    var unsearched: [String] = []
    for module in modules {
      if let uses = DirectUses.find(in: module, beside: executable) {
        found += uses
      } else {
        unsearched.append(module)
      }
    }
    return (found, unsearched)
  }
}
