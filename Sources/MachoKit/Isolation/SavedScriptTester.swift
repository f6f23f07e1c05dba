import MachoScripting

/// Tests scripts that sessions save.
enum SavedScriptTester {
  /// From now on, `save` tests what it writes.
  static func enable() { savedScriptTester.withLock { $0 = result } }

  private static func result(of path: String, _ test: SavedScriptTest) -> ScriptResult? {
    let launcher = ScriptLauncher(explainsCrashes: false, interruption: nil)
    defer { launcher.stop() }
    return IsolatedScriptRun(
      isStrict: test == .strict, repetitions: 1, limit: .seconds(60), backtraceLimit: .zero,
      updater: test == .updating ? ExpectationUpdater(mode: .failed) : nil, interruption: nil,
      launcher: launcher
    ).results(ofScript: path)?.first { $0.status != .passed }
  }
}
