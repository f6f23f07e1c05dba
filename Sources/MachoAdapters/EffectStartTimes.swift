/// When effects were started, whose numbers count upwards in the order of their birth.
struct EffectStartTimes {
  /// The last effect that was born at a time; those between two entries at the later one's.
  private var entries: [(last: Int, time: Duration)] = []

  /// How many times are kept; an effect that is older than all of them is as old as the first.
  private static let limit = 10_000

  /// Takes note that the effects since the last note were born at `time`.
  mutating func record(upTo last: Int, at time: Duration) {
    guard last > entries.last?.last ?? 0 else { return }
    if entries.last?.time == time { entries.removeLast() }
    entries.append((last, time))
    if entries.count > 2 * Self.limit { entries.removeFirst(Self.limit) }
  }

  /// When an effect was born; nil for one that is not noted.
  func time(of id: Int) -> Duration? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].last < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count ? entries[low].time : nil
  }
}
