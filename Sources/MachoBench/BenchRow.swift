/// What one measurement came to.
struct BenchRow: Codable {
  var name: String
  var baseline: String
  /// Medians, in nanoseconds a run.
  var workNanoseconds: Double
  var baselineNanoseconds: Double
  var ratio: Double
  /// What the ratio may be at most, if that was promised.
  var target: Double?
  var isMet: Bool?

  init(
    name: String, floor: String, workNanoseconds: Double, floorNanoseconds: Double,
    target: Double?
  ) {
    self.name = name
    self.baseline = floor
    self.workNanoseconds = workNanoseconds
    self.baselineNanoseconds = floorNanoseconds
    ratio = workNanoseconds / floorNanoseconds
    self.target = target
    isMet = target.map { [ratio] in ratio <= $0 }
  }
}
