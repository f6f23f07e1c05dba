import Foundation

/// A thousand scripts, each in a process of its own, against a thousand of the smallest processes
/// there are, as many at a time.
enum SuiteMeasurement {
  private static let count = 1_000

  static func make(macho: String, script: String) throws -> Measurement {
    let suite = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-bench-\(count)-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: suite, withIntermediateDirectories: true)
    let text = try Data(contentsOf: URL(fileURLWithPath: script))
    for number in 1...count {
      try text.write(to: suite.appendingPathComponent("\(number).macho"))
    }
    return Measurement(
      name: "\(count) scripts, isolated, --jobs 2",
      floorName: "\(count) of /bin/true, two at a time",
      work: { runs in
        for _ in 0..<runs {
          StartMeasurement.run(macho, ["test", "--jobs", "2", suite.path])
        }
      },
      floor: { runs in
        for _ in 0..<runs { StartMeasurement.run("/bin/true", times: count) }
      },
      workCount: 1, floorCount: 1, target: 1)
  }
}
