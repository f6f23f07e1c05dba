import MachoLocks

/// The runtime of a feature in a test: what happens must be said, step by step.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.receive(\.factResponse) { $0.fact = "1 is a number." }
/// ```
///
/// As upstream's, `state` moves with the test: an action that an effect sends is reduced when it
/// comes, and waits with the state after it until the test receives it. At the end no action may
/// be left to receive and no effect may still be running.
///
/// Unlike upstream's it never waits for a while to see whether something comes. Each call returns
/// when all effects have ended, sleep on a controlled clock, or wait for the world outside. What
/// is outside is let in only while a call waits that says how long: `timeout`.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// How much the test must say.
  public var exhaustivity: Exhaustivity {
    get { core.exhaustivity }
    set { core.exhaustivity = newValue }
  }

  /// How long calls that say nothing else wait for the world outside, in nanoseconds.
  ///
  /// Upstream's is a second. Here it is zero, and effects inside never need it.
  public var timeout: UInt64 {
    get { core.timeout }
    set { core.timeout = newValue }
  }

  /// The state after the last action that the test sent or received.
  public var state: State { core.state }

  /// Whether the feature has dismissed itself, by `@Dependency(\.dismiss)`: then its effects were
  /// cancelled. As in upstream's store it can always do that: `\.isPresented` is true in a test.
  public var isDismissed: Bool { core.isDismissed.withLock { $0 } }

  /// The dependencies of the feature. A change counts for what is reduced after it.
  public var dependencies: DependencyValues {
    get { core.dependencies }
    set { core.dependencies = newValue }
  }

  /// Upstream's switch for running effects one after the other. Here they always do.
  @available(*, deprecated, message: "Effects run one after the other without it.")
  public var useMainSerialExecutor: Bool {
    get { true }
    set {}
  }

  let core: TestStoreCore<State, Action>
  /// The same as tasks know it; made once, as the conformance of a generic type is looked up.
  let taskOwner: any TestTaskOwner

  /// Makes a test store of a first state and a reducer.
  ///
  /// - Parameter prepareDependencies: Overrides dependencies; those that are not overridden have
  ///   their test values, which mostly report that they are used.
  public init(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    // What surrounds the store counts; default values are its own, so that tests share none.
    var dependencies = DependencyValues(context: .test).merging(.current)
    dependencies.context = .test
    prepareDependencies(&dependencies)
    let isDismissed = Lock(false)
    let (outer, isPresented) = (dependencies.dismiss, dependencies.isPresented)
    dependencies.dismiss = DismissEffect {
      isDismissed.withLock { $0 = true }
      if isPresented { await outer() }
      // As upstream's, and as by a parent: with the feature go its effects.
      await EffectContext.current?.host.cancelAll()
    }
    let storeCore = DependencyValues.$_current.withValue(dependencies) {
      StoreCore(
        initialState: initialState(), executor: StoreExecutor(ownership: .mainActor),
        reducer: reducer(), dependencies: dependencies)
    }
    core = TestStoreCore(
      core: storeCore, isDismissed: isDismissed,
      place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    taskOwner = core
  }

  deinit {
    let issues = MainActorContext.run { [core] in core.finishTest() }
    // On the thread and in the task that let go of the store: they know which test it is.
    for issue in issues { issue.report() }
  }
}

/// A test store of a feature.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
