/// The exit status of a subcommand. If several apply, the first in this order wins.
enum ExitStatus: Int32, Comparable, Error {
  case usage = 2
  case crashed = 4
  case failed = 1
  case pending = 3
  case nothingSelected = 5
  case passed = 0

  /// A status that takes precedence compares as less.
  static func < (left: Self, right: Self) -> Bool {
    order.firstIndex(of: left)! < order.firstIndex(of: right)!
  }

  private static let order: [Self] = [
    .usage, .crashed, .failed, .pending, .nothingSelected, .passed,
  ]
}
