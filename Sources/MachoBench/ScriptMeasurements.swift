import Foundation
import MachoGallery
import MachoScripting

/// A script of ten actions, against the same actions as compiled tests that `swift test` runs.
///
/// The floor's time is that of a whole `swift test --skip-build`, by the number of its tests: what
/// somebody waits for who changes an expectation, less the build.
@MainActor
enum ScriptMeasurements {
  /// How many tests the peer has, and how many copies of the script are run.
  static let count = 100

  /// Measures with a script, and with a shell command that runs the peer.
  static func makeMeasurements(macho: String, script: String, peer: String) throws -> [Measurement]
  {
    let suite = try ScriptSuite.makeDirectory(count, of: script)
    let runner = ScriptRunner(catalog: Gallery.features)
    return [
      row("a ten-action script, in one process", peer) { runs in
        for _ in 0..<runs {
          guard runner.run(path: script).result.status == .passed else { fail(script) }
        }
      },
      row("a ten-action script, isolated, --jobs 2", peer) { runs in
        for _ in 0..<suiteCount(runs) {
          StartMeasurement.run(macho, ["test", "--jobs", "2", suite])
        }
      },
    ]
  }

  private static func row(
    _ name: String, _ peer: String, _ work: @escaping @MainActor (_ count: Int) async -> Void
  ) -> Measurement {
    Measurement(
      name: name, baselineName: "swift test --skip-build, a test of \(count)",
      work: work,
      baseline: { runs in
        for _ in 0..<suiteCount(runs) { StartMeasurement.run("/bin/sh", ["-c", peer]) }
      },
      workCount: count, baselineCount: count, isRate: true)
  }

  private static func suiteCount(_ runs: Int) -> Int { (runs + count - 1) / count }

  private static func fail(_ script: String) -> Never {
    FileHandle.standardError.write(Data("\(script) does not pass\n".utf8))
    exit(1)
  }
}
