/// Makes a value `Sendable` that the compiler cannot prove to be safe to transfer.
///
/// SAFETY: used only for the following kinds of values:
///
/// - Schedulers and their arguments. Any thread may call a scheduler, but the protocol comes from
///   Combine and cannot require `Sendable`. Times, strides and options are plain values.
/// - Scheduled closures. As with `DispatchQueue`, the caller transfers the closure, and the
///   scheduler only calls it.
/// - Actions of an `Effect`. As upstream, an effect transfers its action to the main actor and does
///   not use it itself.
/// - Key paths, which are immutable, and the value of a `BindingAction`. That value either has a
///   `Sendable` type or was created for the action alone.
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
