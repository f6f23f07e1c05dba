// Files that have errors of concurrency in the Swift 6 language mode compile in the Swift 5 mode, where these
// are warnings.

extension AppTargets {
  /// A change to the Swift 5 language mode.
  struct LanguageModeChange {
    /// The errors in the app's mode.
    let errors: [(file: String, error: String)]
    /// Whether a build has shown that one of the files compiles in the Swift 5 mode.
    var isProven = false
  }
}

extension AppTargets.Target {
  private static let modePrefix = ".swiftLanguageMode("
  /// The Swift 5 mode, with the features of Swift 6 that do not concern concurrency.
  private static let mode5Settings = [
    ".enableUpcomingFeature(\"BareSlashRegexLiterals\")", modePrefix + ".v5)",
  ]

  /// The settings, as a manifest writes them.
  var settings: [String] {
    guard mode5 != nil else { return appSettings }
    return appSettings.filter {
      !$0.hasPrefix(Self.modePrefix) && !Self.mode5Settings.contains($0)
    } + Self.mode5Settings
  }

  private var hasMode6: Bool {
    !appSettings.contains { $0.hasPrefix(Self.modePrefix) && $0 != Self.modePrefix + ".v6)" }
  }

  /// Changes the language mode because files fail: to Swift 5, unless they were tried in it, or back if none
  /// of the files that were tried compiles in it. Returns whether the mode has changed.
  mutating func changeMode(because failing: [(file: String, error: String)]) -> Bool {
    if let change = mode5 {
      guard !change.isProven else { return false }
      let files = Set(failing.map(\.file))
      guard change.errors.allSatisfy({ files.contains($0.file) }) else {
        mode5?.isProven = true
        return false
      }
      mode5 = nil
      incompatible.formUnion(change.errors.map(\.file))
      return true
    }
    let untried = failing.filter { !incompatible.contains($0.file) }
    guard hasMode6, !untried.isEmpty else { return false }
    mode5 = AppTargets.LanguageModeChange(errors: untried)
    return true
  }
}
