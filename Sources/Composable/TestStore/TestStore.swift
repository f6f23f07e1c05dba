import MachoLocks

/// The runtime of a feature in a test. The test must assert each change, step by step.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.receive(\.factResponse) { $0.fact = "1 is a number." }
/// ```
///
/// As upstream, `state` follows the test. An action that an effect sends is reduced immediately,
/// and is kept with the state after it until the test receives it. At the end of the test, no
/// action may be unasserted and no effect may be running.
///
/// Unlike upstream, a test store never waits for a fixed time to see whether an action is received.
/// Each call returns when all effects have finished, sleep on a test clock, or wait for external
/// work. External work is accepted only while a call with a `timeout` waits for it.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// How much of the feature's behavior the test must assert.
  public var exhaustivity: Exhaustivity {
    get { core.exhaustivity }
    set { core.exhaustivity = newValue }
  }

  /// How long calls without a timeout wait for external work, in nanoseconds. Default: 0.
  ///
  /// Upstream's default is one second. Effects that stay on the store's executor need no timeout.
  public var timeout: UInt64 {
    get { core.timeout }
    set { core.timeout = newValue }
  }

  /// The state after the last action that the test sent or received.
  public var state: State { core.state }

  /// Whether the feature dismissed itself by `@Dependency(\.dismiss)`, which also cancels its
  /// effects. As upstream, `\.isPresented` is `true` in a test.
  public var isDismissed: Bool { core.isDismissed.withLock { $0 } }

  /// The dependencies of the feature. A change affects the actions reduced after it.
  public var dependencies: DependencyValues {
    get { core.dependencies }
    set { core.dependencies = newValue }
  }

  /// Upstream's option to run effects one after the other. Always `true` here; setting it has no
  /// effect.
  @available(*, deprecated, message: "Effects always run one after the other.")
  public var useMainSerialExecutor: Bool {
    get { true }
    set {}
  }

  let core: TestStoreCore<State, Action>
  /// The same object, type-erased for tasks. PERFORMANCE: cached, because the conformance of a
  /// generic type requires a lookup.
  let taskOwner: any TestTaskOwner

  /// Creates a test store from an initial state and a reducer.
  ///
  /// - Parameter prepareDependencies: Overrides dependencies. Other dependencies have their test
  ///   values, most of which report an issue when used.
  public init<R: Reducer>(
    // The reducer determines the type of the state, so that `.init()` needs no type.
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where R.State == State, R.Action == Action {
    // Overrides around the store's creation apply. Default values are created for this store, so
    // that tests share none. Shared values are those of the test, which may set them up.
    var dependencies = DependencyValues.forTestStore.merging(.current)
    dependencies.context = .test
    DependencyValues.$isOverriding.withValue(true) { prepareDependencies(&dependencies) }
    let sharedChanges = SharedChangeTracker(parent: dependencies.sharedChangeTracker)
    dependencies.sharedChangeTracker = sharedChanges
    let isDismissed = Lock(false)
    let (outer, isPresented) = (dependencies.dismiss, dependencies.isPresented)
    dependencies.dismiss = DismissEffect {
      isDismissed.withLock { $0 = true }
      if isPresented { await outer() }
      // As upstream, dismissing the feature cancels its effects, as a parent would.
      await EffectContext.current?.host.cancelAll()
    }
    let storeCore = DependencyValues.$_current.withValue(dependencies) {
      StoreCore(
        initialState: initialState(), executor: StoreExecutor(ownership: .mainActor),
        reducer: reducer(), dependencies: dependencies)
    }
    core = TestStoreCore(
      storeCore: storeCore, isDismissed: isDismissed, sharedChanges: sharedChanges,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    taskOwner = core
  }

  deinit {
    let issues = MainActorContext.run { [core] in core.finishTest() }
    // Reported on the thread and task that released the store, which belong to the right test.
    for issue in issues { issue.report() }
  }
}

/// A test store of a feature.
public typealias TestStoreOf<R: _ReducerTypes> = TestStore<R.State, R.Action>
where R.State: Equatable
