extension Duration {
  /// The duration in the largest unit that divides it: `60s`, `300ms`. Exact to the attosecond.
  package var shortText: String {
    let total = attoseconds
    for (unit, name) in Duration.textUnits where total % unit == 0 {
      return "\(total / unit)\(name)"
    }
    let (seconds, rest) = components
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(rest))"
  }

  private static let textUnits: [(Int128, String)] = [
    (1_000_000_000_000_000_000, "s"), (1_000_000_000_000_000, "ms"), (1_000_000_000_000, "us"),
    (1_000_000_000, "ns"),
  ]
}
