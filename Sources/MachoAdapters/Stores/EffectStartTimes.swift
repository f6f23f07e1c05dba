/// The start times of effects. Effect IDs ascend in the order of start.
struct EffectStartTimes {
  /// The last effect that started at each time. Earlier effects after the previous entry share the
  /// time.
  private var entries: [(last: Int, time: Duration)] = []

  /// The number of retained times. An older effect gets the first retained time.
  private static let limit = 10_000

  /// Records that all effects since the last call started at `time`.
  mutating func record(upTo last: Int, at currentTime: @autoclosure () -> Duration) {
    guard last > entries.last?.last ?? 0 else { return }
    let time = currentTime()
    if entries.last?.time == time { entries.removeLast() }
    entries.append((last, time))
    if entries.count > 2 * Self.limit { entries.removeFirst(Self.limit) }
  }

  /// Returns the start time of an effect, or `nil` if it is not recorded.
  func time(of id: Int) -> Duration? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].last < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count ? entries[low].time : nil
  }
}
