/// What an effect waits for, as far as the runtime controls it.
package enum EffectWait: Sendable {
  /// The controlled clock: the deadline, as time since the clock's start, and what is left now.
  case asleep(until: Duration, remaining: @Sendable () -> Duration)
  /// A named thing that somebody will give: a pending stub.
  case pending(String)
}

/// Which effect the running task belongs to. Child tasks and unstructured tasks inherit it.
package enum EffectContext {
  @TaskLocal package static var current: EffectHandle?

  /// Runs `body` and lets the current effect, if there is one, show that it waits meanwhile.
  package static func withWait<Result>(
    for wait: EffectWait, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let identity = current else { return try await body() }
    let token = identity.beginWait(wait)
    defer { identity.endWait(token) }
    return try await body()
  }
}

/// What the tasks of an effect can ask of the store that it belongs to.
protocol EffectHost: AnyObject, Sendable {
  /// Makes the child go that the effect belongs to.
  func dismiss(_ child: CancelID, from identity: EffectHandle) async

  /// Cancels all effects of the store.
  func cancelAll() async
}
