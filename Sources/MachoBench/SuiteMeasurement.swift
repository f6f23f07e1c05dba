import Foundation

/// Measures a thousand scripts, each in its own process, compared with as many processes of
/// `/bin/true`, with the same parallelism.
@MainActor
enum SuiteMeasurement {
  private static let count = 1_000

  /// Creates the measurements of a script and of an empty one, which shows what the processes take.
  static func makeMeasurements(macho: String, script: String) throws -> [Measurement] {
    let text = try String(contentsOf: URL(fileURLWithPath: script), encoding: .utf8)
    return [
      try row("\(count) scripts, isolated, --jobs 2", macho, text, target: 2.5),
      try row("\(count) empty scripts, isolated, --jobs 2", macho, "#!macho 1\n", target: nil),
    ]
  }

  private static func row(
    _ name: String, _ macho: String, _ text: String, target: Double?
  ) throws -> Measurement {
    let suite = try ScriptSuite.makeDirectory(count, of: text)
    return Measurement(
      name: name, baselineName: "\(count) of /bin/true, two at a time",
      work: { runs in
        for _ in 0..<runs {
          StartMeasurement.run(macho, ["test", "--jobs", "2", suite])
        }
      },
      baseline: { runs in
        for _ in 0..<runs { StartMeasurement.run("/bin/true", times: count) }
      },
      workCount: 1, baselineCount: 1, target: target)
  }
}
