/// An effect in flight.
///
/// PERFORMANCE: not generic, because each use of a type that depends on `Action` costs a metadata
/// lookup.
///
/// SAFETY: tasks pass the instance on as an `EffectHandle`. Only the store core accesses the
/// members declared here, on the thread that owns the core.
final class InFlightEffect: EffectHandle, @unchecked Sendable {
  /// The action whose reduction started the effect.
  private(set) var origin: Any
  let name: String?
  let callSite: CallSite
  private(set) var scope: CancelScope?
  private(set) var completion: EffectCompletion?
  var task: Task<Void, Never>?
  /// The subscription whose values the effect sends, if it is an effect of a publisher.
  var subscription: EffectSubscription?
  var isCancelled = false
  /// Whether the effects that follow in a concatenation are dropped.
  var isAbandoned = false

  init(
    id: Int, executor: StoreExecutor, group: EffectGroup, host: any EffectHost,
    registry: EffectRegistry, origin: Any, name: String?, callSite: CallSite, scope: CancelScope?,
    completion: EffectCompletion?
  ) {
    self.origin = origin
    self.name = name
    self.callSite = callSite
    self.scope = scope
    self.completion = completion
    super.init(id: id, executor: executor, group: group, host: host, registry: registry)
  }

  /// What identifies it after its end: `#1 run at Ledger.swift`. Without the line, which each change of the
  /// file moves.
  var identity: String {
    "#\(id) \(name ?? "run") at \("\(callSite.fileID)".split(separator: "/").last ?? "?")"
  }

  /// Whether it or its task was cancelled. Nothing is sent afterwards.
  override var wasCancelled: Bool { isCancelled || task?.isCancelled == true }

  /// Releases everything that only an effect in flight needs. A task that outlives the effect keeps
  /// its handle.
  func releaseReferences() {
    // Released when the accesses to the properties have ended: what they refer to may send when it is
    // released.
    let references: (Any, CancelScope?, EffectCompletion?, Task<Void, Never>?, EffectSubscription?)
    references = (origin, scope, completion, task, subscription)
    origin = ()
    scope = nil
    completion = nil
    task = nil
    subscription = nil
    withExtendedLifetime(references) {}
  }
}
