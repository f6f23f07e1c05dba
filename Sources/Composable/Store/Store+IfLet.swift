import ComposablePlatform

extension Store {
  /// Calls `unwrap` with a store of the child whenever the child appears, and `else` whenever it
  /// disappears, starting with the current state.
  ///
  /// - Returns: Ends the observation when it is cancelled or released. Until then it retains the store.
  public func ifLet<Wrapped>(
    then unwrap: @escaping @MainActor (_ store: Store<Wrapped, Action>) -> Void,
    else: @escaping @MainActor () -> Void = {}
  ) -> CancellationToken where State == Wrapped? {
    let observation = ChildObservation(self, then: unwrap, else: `else`)
    observation.update()
    let observers = storeScope.observers
    storeScope.startObserving()
    let id = observers.addListener(
      StoreObservers.Listener(
        scopeID: ObjectIdentifier(storeScope), onChange: { observation.update() }, onFinish: {}))
    return makeCancellationToken { [weak observers] in observers?.removeListener(id) }
  }
}

/// Reports when an optional child appears and disappears.
@MainActor
private final class ChildObservation<Wrapped, Action> {
  private let store: Store<Wrapped?, Action>
  private let unwrap: @MainActor (Store<Wrapped, Action>) -> Void
  private let onAbsent: @MainActor () -> Void
  private var wasPresent: Bool?

  init(
    _ store: Store<Wrapped?, Action>,
    then unwrap: @escaping @MainActor (Store<Wrapped, Action>) -> Void,
    else onAbsent: @escaping @MainActor () -> Void
  ) {
    self.store = store
    self.unwrap = unwrap
    self.onAbsent = onAbsent
  }

  func update() {
    let child = store.storeScope.peek { $0 }
    guard wasPresent != (child != nil) else { return }
    wasPresent = child != nil
    if let child {
      unwrap(
        Store<Wrapped, Action>(
          storeScope: OptionalScope(
            store.storeScope, state: { $0 }, action: { $0 }, current: child)))
    } else {
      onAbsent()
    }
  }
}
