/// The life of the effects that a `send` started.
public struct StoreTask: Hashable, Sendable {
  private let group: EffectGroup?

  init(_ family: EffectGroup?) {
    self.group = family
  }

  /// Cancels the effects, and waits until they have ended.
  public func cancel(isolation: isolated (any Actor)? = #isolation) async {
    group?.cancel()
    await group?.finish()
  }

  /// Waits until the effects have ended, those that their actions started included.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await group?.finish()
  }

  /// Whether the effects were cancelled; true also when there are none.
  public var isCancelled: Bool { group?.isCancelled ?? true }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.group === rhs.group }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map(ObjectIdentifier.init))
  }
}
