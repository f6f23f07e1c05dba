import ArgumentParser
import MachoScripting

/// One of several parts of a suite. The part depends only on the script's path, so adding or
/// removing a script moves no other.
struct Shard: ExpressibleByArgument {
  /// The number of this part, from 1.
  let index: Int
  /// The number of parts.
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(index)
    else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Whether a script belongs to this part.
  func contains(_ script: ScriptName) -> Bool {
    FNV1aHasher(script.name).value % UInt64(count) == UInt64(index - 1)
  }
}
