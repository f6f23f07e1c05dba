/// The life of the effects that a `send` started.
public struct StoreTask: Hashable, Sendable {
  private let family: EffectFamily?

  init(_ family: EffectFamily?) {
    self.family = family
  }

  /// Cancels the effects, and waits until they have ended.
  public func cancel(isolation: isolated (any Actor)? = #isolation) async {
    family?.cancel()
    await family?.finish()
  }

  /// Waits until the effects have ended, those that their actions started included.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await family?.finish()
  }

  /// Whether the effects were cancelled; true also when there are none.
  public var isCancelled: Bool { family?.isCancelled ?? true }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.family === rhs.family }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(family.map(ObjectIdentifier.init))
  }
}
