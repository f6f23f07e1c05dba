import Foundation
import MachoGallery
import MachoScripting

/// Measures a script of ten actions, compared with the same actions as compiled tests run by
/// `swift test`.
///
/// The baseline is the time of a whole `swift test --skip-build` divided by the number of its
/// tests: the wait after changing an expectation, without the build.
@MainActor
enum ScriptMeasurements {
  /// The number of tests of the baseline, and of copies of the script.
  static let count = 100

  /// Creates the measurements from a script and a shell command that runs the baseline's tests.
  static func makeMeasurements(macho: String, script: String, testCommand: String) throws
    -> [Measurement]
  {
    let suite = try ScriptSuite.makeDirectory(
      count, of: String(contentsOf: URL(fileURLWithPath: script), encoding: .utf8))
    let runner = ScriptRunner(catalog: Gallery.features)
    return [
      row("a ten-action script, in one process", testCommand) { runs in
        for _ in 0..<runs {
          guard runner.run(path: script).result.status == .passed else { fail(script) }
        }
      },
      row("a ten-action script, isolated, --jobs 2", testCommand) { runs in
        for _ in 0..<suiteCount(runs) {
          StartMeasurement.run(macho, ["test", "--jobs", "2", suite])
        }
      },
    ]
  }

  private static func row(
    _ name: String, _ testCommand: String, _ work: @escaping @MainActor (_ count: Int) async -> Void
  ) -> Measurement {
    Measurement(
      name: name, baselineName: "swift test --skip-build, a test of \(count)",
      work: work,
      baseline: { runs in
        for _ in 0..<suiteCount(runs) { StartMeasurement.run("/bin/sh", ["-c", testCommand]) }
      },
      workCount: count, baselineCount: count, isRate: true)
  }

  private static func suiteCount(_ runs: Int) -> Int { (runs + count - 1) / count }

  private static func fail(_ script: String) -> Never {
    FileHandle.standardError.write(Data("\(script) does not pass\n".utf8))
    exit(1)
  }
}
