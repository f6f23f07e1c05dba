/// An effect in flight.
///
/// It is of one type for all stores: to name one that depends on the action costs a look-up each time.
///
/// `@unchecked Sendable`, as tasks pass on the identity that it is: only the store's core touches what
/// stands here, and that is only ever on the thread that owns it.
final class LiveEffect: EffectIdentity, @unchecked Sendable {
  /// The action that it comes from.
  private(set) var origin: Any
  let name: String?
  let place: SourcePlace
  private(set) var scope: CancelScope?
  private(set) var completion: Completion?
  var task: Task<Void, Never>?
  var isCancelled = false
  /// Whether what was to come after it in a concatenation is dropped.
  var isAbandoned = false

  init(
    id: Int, executor: StoreExecutor, family: EffectFamily, door: any EffectDoor,
    storage: EffectStorage, origin: Any, name: String?, place: SourcePlace, scope: CancelScope?,
    completion: Completion?
  ) {
    self.origin = origin
    self.name = name
    self.place = place
    self.scope = scope
    self.completion = completion
    super.init(id: id, executor: executor, family: family, door: door, storage: storage)
  }

  /// Lets go of all that only an effect in flight needs: a task of somebody's that outlives the effect
  /// keeps its identity.
  func close() {
    origin = ()
    scope = nil
    completion = nil
    task = nil
  }
}
