import MachoLocks

/// Whether a test asserts changes of shared values. Collections of states then compare each element,
/// although they share storage: a shared value inside is compared with its value before.
@usableFromInline
var isAssertingSharedChanges: Bool { SharedChangeTracker.asserting?.hasChanges == true }

/// Records the values that shared values had before they changed, so that a test can assert the
/// changes.
///
/// It tracks changes that are made under dependencies that contain it: by the reducer and the
/// effects of a store.
package final class SharedChangeTracker: Sendable {
  /// The tracker whose assertion runs. `Shared` then reads and modifies its expected values.
  @TaskLocal static var asserting: SharedChangeTracker?

  /// A changed value: its source, and the value that a test expects. At first, that is the value
  /// before the change.
  struct Change: Sendable {
    let source: AnySharedSource
    // SAFETY: only code that holds the tracker's lock, or a copy made under it, uses the value. Its
    // source lends the current value to any thread in the same way.
    let expected: UnsafeTransfer<Any>
  }

  private let changes = Lock<[ObjectIdentifier: Change]>([:])
  /// A tracker that also records the changes.
  private let parent: SharedChangeTracker?
  private let onChange: (@Sendable () -> Void)?

  /// - Parameter onChange: Called after each change, on the thread that made it.
  package init(
    parent: SharedChangeTracker? = nil, onChange: (@Sendable () -> Void)? = nil
  ) {
    self.parent = parent
    self.onChange = onChange
  }

  /// Whether a value changed since the last reset.
  package var hasChanges: Bool { changes.withLock { !$0.isEmpty } }

  /// Accepts the current values.
  package func reset() { _ = take() }

  /// Runs `body`. Meanwhile, expected values are read and modified instead of current ones.
  package func assert<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$asserting.withValue(self, operation: body)
  }

  /// Removes the recorded changes and returns them.
  func take() -> [ObjectIdentifier: Change] {
    changes.withLock { changes in
      defer { changes = [:] }
      return changes
    }
  }

  /// Adds changes that were removed.
  func restore(_ removed: [ObjectIdentifier: Change]) { changes.withLock { $0 = removed } }

  /// Records that a source is about to change.
  func willChange<Value>(_ source: SharedSource<Value>, from value: Value) {
    parent?.willChange(source, from: value)
    let change = Change(source: source, expected: UnsafeTransfer(value))
    changes.withLock { changes in
      let key = ObjectIdentifier(source)
      if changes[key] == nil { changes[key] = change }
    }
  }

  /// Notifies the owner that a source changed.
  func didChange() {
    parent?.didChange()
    onChange?()
  }

  /// Returns the value that the test expects, or `nil` if the source did not change.
  func expectedValue<Value>(of source: SharedSource<Value>) -> Value? {
    // SAFETY: only `willChange` and `modifyExpectedValue` add changes, with the source's own type.
    changes.withLock { $0[ObjectIdentifier(source)] }.map { $0.expected.value as! Value }
  }

  /// Modifies the value that the test expects.
  func modifyExpectedValue<Value, Result>(
    of source: SharedSource<Value>, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    var value = expectedValue(of: source) ?? source.currentValue
    // ORDER: not under the lock, because `body` may read other shared values.
    defer {
      let change = Change(source: source, expected: UnsafeTransfer(value))
      changes.withLock { $0[ObjectIdentifier(source)] = change }
    }
    return try body(&value)
  }
}
