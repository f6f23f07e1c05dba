/// The threads and blocks that macho itself starts. They are not work of a feature.
package enum OwnWork {
  /// Marks what the calling thread hands to other threads as macho's own, or no longer. Returns
  /// whether it was marked. Default: `nil` (nothing observes it).
  ///
  /// SAFETY: set once, on the main thread, before another thread reads it.
  nonisolated(unsafe) package static var mark: ((Bool) -> Bool)?

  /// Runs `body`, whose threads and blocks are macho's own.
  package static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let mark else { return try body() }
    let wasMarked = mark(true)
    defer { _ = mark(wasMarked) }
    return try body()
  }
}
