/// Measures a thousand scripts, each in its own process, compared with as many processes of
/// `/bin/true`, with the same parallelism.
@MainActor
enum SuiteMeasurement {
  private static let count = 1_000

  static func makeMeasurement(macho: String, script: String) throws -> Measurement {
    let suite = try ScriptSuite.makeDirectory(count, of: script)
    return Measurement(
      name: "\(count) scripts, isolated, --jobs 2",
      baselineName: "\(count) of /bin/true, two at a time",
      work: { runs in
        for _ in 0..<runs {
          StartMeasurement.run(macho, ["test", "--jobs", "2", suite])
        }
      },
      baseline: { runs in
        for _ in 0..<runs { StartMeasurement.run("/bin/true", times: count) }
      },
      workCount: 1, baselineCount: 1, target: 2.5)
  }
}
