/// Formats rows as lines of a table.
enum BenchTable {
  static let heading = line(
    "work", "against", "median", "against", "ratio", "at most", "")

  static func line(_ row: BenchRow) -> String {
    line(
      row.name, row.baseline, time(row.workNanoseconds), time(row.baselineNanoseconds),
      ratio(row.ratio), row.target.map(ratio) ?? "",
      row.isMet.map { $0 ? "met" : "MISSED" } ?? "")
  }

  static func rate(_ row: BenchRow) -> String {
    "  a second: \(number(1e9 / row.workNanoseconds)) against \(number(1e9 / row.baselineNanoseconds))"
  }

  /// Compares the ratios, because medians of two runs on a noisy machine are not comparable.
  static func change(of row: BenchRow, since file: BenchFile) -> String {
    guard let before = file.row(like: row) else { return "  not measured before" }
    let change = ((row.ratio / before.ratio - 1) * 100).rounded()
    let sign = change > 0 ? "+" : ""
    return "  the ratio was \(ratio(before.ratio)): \(sign)\(Int(change)) %"
  }

  private static func line(
    _ name: String, _ baseline: String, _ work: String, _ against: String, _ ratio: String,
    _ target: String, _ isMet: String
  ) -> String {
    let columns = [
      left(name, 44), left(baseline, 38), right(work, 9), right(against, 9), right(ratio, 9),
      right(target, 8), isMet,
    ]
    var text = columns.joined(separator: " ")
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  private static func time(_ nanoseconds: Double) -> String {
    let (value, unit) =
      nanoseconds < 1e3
      ? (nanoseconds, "ns")
      : nanoseconds < 1e6 ? (nanoseconds / 1e3, "us") : (nanoseconds / 1e6, "ms")
    return number(value) + " " + unit
  }

  /// Formats small ratios as fractions: `1/200`.
  private static func ratio(_ value: Double) -> String {
    value > 0 && value < 0.1 ? "1/\(Int((1 / value).rounded()))" : number(value)
  }

  private static func number(_ value: Double) -> String {
    let scaled = value < 10 ? (value * 100).rounded() / 100 : (value * 10).rounded() / 10
    return String(scaled)
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
