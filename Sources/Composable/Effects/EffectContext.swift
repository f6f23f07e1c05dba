/// A wait of an effect that the runtime controls.
package enum EffectWait: Sendable {
  /// A test clock: the deadline, as time since the clock's start, and the time that remains now.
  case asleep(until: Duration, remaining: @Sendable () -> Duration)
  /// A value that another party supplies, by name: a pending stub or, if `isExternal`, a real call.
  case pending(String, isExternal: Bool = false)
}

/// The effect that the current task belongs to. Child tasks and unstructured tasks inherit it.
package enum EffectContext {
  @TaskLocal package static var current: EffectHandle?

  /// Whether the current task runs a real endpoint, which a recording replaces by a stub.
  @TaskLocal package static var isInEndpoint = false

  /// Runs a real endpoint. If another thread has resumed the task before it suspended, returns after
  /// the store has accepted that as external work.
  package static func inEndpoint<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    do {
      let result = try await $isInEndpoint.withValue(true, operation: body)
      await current?.suspendExternalJob()
      return result
    } catch {
      await current?.suspendExternalJob()
      throw error
    }
  }

  /// Runs a real endpoint.
  package static func inEndpoint<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $isInEndpoint.withValue(true, operation: body)
  }

  /// Runs `body`. Meanwhile the current effect, if any, shows `wait` as its status.
  package static func withWait<Result>(
    for wait: EffectWait, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let effect = current else { return try await body() }
    let token = effect.beginWait(wait)
    defer { effect.endWait(token) }
    return try await body()
  }
}

/// The operations of a store that the tasks of its effects can request.
protocol EffectHost: AnyObject, Sendable {
  /// Dismisses the child that the effect belongs to.
  func dismiss(_ child: CancelID, from effect: EffectHandle) async

  /// Cancels all effects of the store.
  func cancelAll() async
}
