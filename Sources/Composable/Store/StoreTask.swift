/// A handle to the effects that a `send` started.
public struct StoreTask: Hashable, Sendable {
  private let group: EffectGroup?

  init(_ family: EffectGroup?) {
    self.group = family
  }

  /// Cancels the effects, without waiting for them. `finish()` waits.
  public func cancel() { group?.cancel() }

  /// Waits until the effects have finished, including the effects that their actions started.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await group?.finish()
  }

  /// Whether the effects were cancelled. `true` if there are none.
  public var isCancelled: Bool { group?.isCancelled ?? true }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.group === rhs.group }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map(ObjectIdentifier.init))
  }
}
