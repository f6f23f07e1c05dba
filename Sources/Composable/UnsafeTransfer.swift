/// A value that the checker cannot know to be shareable, though it is.
///
/// Used for these kinds of values, each shareable for a reason of its own:
///
/// - schedulers and what they are called with: a scheduler is a door to a queue that any thread
///   may use, which the protocol, being Combine's, cannot say; its times, strides and options are
///   plain values;
/// - actions that were scheduled: whoever schedules one gives it to another thread, as with
///   `DispatchQueue`, and the scheduler does nothing with it but perform it;
/// - actions of an `Effect`: as upstream's, an effect gives an action it holds to the main actor
///   and does not use it itself;
/// - key paths, which never change, and the value of a `BindingAction`, which is either `Sendable`
///   by its type or was made for the action alone.
struct UnsafeTransfer<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension UnsafeTransfer: Equatable where Value: Equatable {}

extension UnsafeTransfer: Comparable where Value: Comparable {
  static func < (lhs: Self, rhs: Self) -> Bool { lhs.value < rhs.value }
}

extension UnsafeTransfer: Hashable where Value: Hashable {}
