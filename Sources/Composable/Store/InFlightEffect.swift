/// An effect in flight.
///
/// It is of one type for all stores: to name one that depends on the action costs a look-up each time.
///
/// `@unchecked Sendable`, as tasks pass on the identity that it is: only the store's core touches what
/// stands here, and that is only ever on the thread that owns it.
final class InFlightEffect: EffectHandle, @unchecked Sendable {
  /// The action that it comes from.
  private(set) var origin: Any
  let name: String?
  let callSite: CallSite
  private(set) var scope: CancelScope?
  private(set) var completion: EffectCompletion?
  var task: Task<Void, Never>?
  var isCancelled = false
  /// Whether what was to come after it in a concatenation is dropped.
  var isAbandoned = false

  init(
    id: Int, executor: StoreExecutor, family: EffectGroup, door: any EffectHost,
    storage: EffectRegistry, origin: Any, name: String?, place: CallSite, scope: CancelScope?,
    completion: EffectCompletion?
  ) {
    self.origin = origin
    self.name = name
    self.callSite = place
    self.scope = scope
    self.completion = completion
    super.init(id: id, executor: executor, family: family, door: door, storage: storage)
  }

  /// Lets go of all that only an effect in flight needs: a task of somebody's that outlives the effect
  /// keeps its identity.
  func releaseReferences() {
    origin = ()
    scope = nil
    completion = nil
    task = nil
  }
}
