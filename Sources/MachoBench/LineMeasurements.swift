import MachoScripting

/// Measures a command in the product, in a script or input of many, compared with the same command in
/// a session.
@MainActor
enum LineMeasurements {
  /// Enough that the start of the process does not count.
  private static let count = 100_000

  static func makeMeasurements(macho: String) -> [Measurement] {
    [
      product("macho test, a line", target: 1.5) { StartMeasurement.run(macho, ["test", $0]) },
      product("macho run, a line", target: 2) { StartMeasurement.run(macho, ["run", $0]) },
      product("macho repl < FILE, a line", target: 4) {
        StartMeasurement.run(macho, ["repl"], input: $0)
      },
      // Both `test` and `run` do this before the first line runs.
      row("parse and validate, a line", target: nil) { count in
        _ = try? ScriptValidator.parse(Array(lines(count).utf8))
      },
    ]
  }

  private static func product(
    _ name: String, target: Double, _ run: @escaping @MainActor (_ file: String) -> Void
  ) -> Measurement {
    row(name, target: target) { count in ScriptSuite.withFile(of: lines(count), run) }
  }

  private static func row(
    _ name: String, target: Double?, _ work: @escaping @MainActor (_ count: Int) async -> Void
  ) -> Measurement {
    Measurement(
      name: name, baselineName: "session: send incrementButtonTapped", work: work,
      baseline: { SendMeasurement.send($0) }, workCount: count, baselineCount: count, target: target
    )
  }

  private static func lines(_ count: Int) -> String {
    "feature counter\n" + String(repeating: "send incrementButtonTapped\n", count: count)
  }
}
