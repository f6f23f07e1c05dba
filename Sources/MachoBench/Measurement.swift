/// Measured work and its baseline, timed alternately in one run.
@MainActor
struct Measurement {
  var name: String
  var baselineName: String
  /// Runs the work `count` times. The whole call is timed.
  var work: @MainActor (_ count: Int) async -> Void
  var baseline: @MainActor (_ count: Int) async -> Void
  /// The number of runs in one sample.
  var workCount: Int
  var baselineCount: Int
  /// The maximum ratio, if the measurement has a target.
  var target: Double?
  /// Whether the rates per second are printed too.
  var isRate = false

  /// The number of samples of each, taken alternately.
  static let samples = 7

  func run() async -> BenchRow {
    await work(workCount / 10 + 1)
    await baseline(baselineCount / 10 + 1)
    var (works, baselines): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.samples {
      works.append(await Self.time(workCount, work))
      baselines.append(await Self.time(baselineCount, baseline))
    }
    return BenchRow(
      name: name, baseline: baselineName, workNanoseconds: Self.median(works),
      baselineNanoseconds: Self.median(baselines), target: target)
  }

  private static func time(
    _ count: Int, _ body: @MainActor (Int) async -> Void
  ) async -> Double {
    let duration = await ContinuousClock().measure { await body(count) }
    let nanoseconds =
      Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
    return nanoseconds / Double(count)
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
