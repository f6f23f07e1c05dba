/// The result of one measurement.
struct BenchRow: Codable {
  var name: String
  var baseline: String
  /// The median time of one run, in nanoseconds.
  var workNanoseconds: Double
  var baselineNanoseconds: Double
  var ratio: Double
  /// The maximum ratio, if the measurement has a target.
  var target: Double?
  var isMet: Bool?

  init(
    name: String, baseline: String, workNanoseconds: Double, baselineNanoseconds: Double,
    target: Double?
  ) {
    self.name = name
    self.baseline = baseline
    self.workNanoseconds = workNanoseconds
    self.baselineNanoseconds = baselineNanoseconds
    ratio = workNanoseconds / baselineNanoseconds
    self.target = target
    isMet = target.map { [ratio] in ratio <= $0 }
  }
}
