import ArgumentParser

/// One of several parts of a suite.
struct Shard: ExpressibleByArgument, Equatable {
  /// The number of this part, from 1.
  let index: Int
  /// The number of parts.
  let count: Int

  /// Creates a shard. Returns `nil` if the index is not in `1...count`.
  init?(index: Int, count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    (self.index, self.count) = (index, count)
  }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index: index, count: count)
  }
}
