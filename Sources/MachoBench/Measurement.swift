/// Two ways of doing comparable work, timed in turn in one run.
@MainActor
struct Measurement {
  var name: String
  var baselineName: String
  /// Runs `count` times and returns; each is timed as a whole.
  var work: @MainActor (_ count: Int) async -> Void
  var baseline: @MainActor (_ count: Int) async -> Void
  /// How many runs of each make one sample.
  var workCount: Int
  var baselineCount: Int
  /// What the ratio of the two may be at most, if that was promised.
  var target: Double?
  /// Whether it is told too how many there are in a second.
  var isRate = false

  /// How many samples of each are taken, A and B in turn.
  static let samples = 7

  func run() async -> BenchRow {
    await work(workCount / 10 + 1)
    await baseline(baselineCount / 10 + 1)
    var (works, floors): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.samples {
      works.append(await Self.time(workCount, work))
      floors.append(await Self.time(baselineCount, baseline))
    }
    return BenchRow(
      name: name, floor: baselineName, workNanoseconds: Self.median(works),
      floorNanoseconds: Self.median(floors), target: target)
  }

  private static func time(
    _ count: Int, _ body: @MainActor (Int) async -> Void
  ) async -> Double {
    let taken = await ContinuousClock().measure { await body(count) }
    let nanoseconds =
      Double(taken.components.seconds) * 1e9 + Double(taken.components.attoseconds) / 1e9
    return nanoseconds / Double(count)
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
