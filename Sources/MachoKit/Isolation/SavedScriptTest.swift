import MachoScripting

/// Tests scripts that sessions save.
enum SavedScriptTest {
  /// From now on, `save` tests what it writes.
  static func enable() { savedScriptTester.withLock { $0 = result } }

  private static func result(of path: String) -> ScriptResult? {
    let launcher = ScriptLauncher(explainsCrashes: false, interruption: nil)
    defer { launcher.stop() }
    return IsolatedScriptRun(
      isStrict: false, repetitions: 1, limit: .seconds(60), backtraceLimit: .zero, updater: nil,
      interruption: nil, launcher: launcher
    ).results(ofScript: path)?.first { $0.status != .passed }
  }
}
