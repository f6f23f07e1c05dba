import MachoDiff
import MachoLocks

extension Reducer {
  /// Writes each action to a file of JSON lines that `macho import` converts to a script. Without a
  /// path, it does nothing and costs nothing.
  ///
  /// ```swift
  /// Store(initialState: Counter.State()) {
  ///   Counter().recording(to: environment["RECORD_TO"], as: "counter")
  /// }
  /// ```
  ///
  /// Apply it to the root reducer. The values of `uuid`, `date` and `withRandomNumberGenerator`
  /// that the reducer uses are recorded too. Values of other dependencies are not recorded, unless
  /// they are part of an action or of the initial state. An app that imports `MachoKit` can pass the
  /// registered feature instead of its name: then the calls of its endpoints and the times are recorded.
  ///
  /// - Parameters:
  ///   - path: The file to write. An existing file is replaced. `nil`: no recording.
  ///   - feature: The name of the feature in the macho driver.
  ///   - redact: Replaces secrets in the text before it is written. Default: no change.
  public func recording(
    to path: String?, as feature: String,
    redact: @escaping @Sendable (String) -> String = { $0 }
  ) -> _RecordingReducer<Self> {
    _RecordingReducer(
      base: self,
      recording: path.map { ActionRecording(path: $0, feature: feature, redact: redact) })
  }
}

/// A reducer that writes its actions to a file.
public struct _RecordingReducer<Base: Reducer>: Reducer {
  let base: Base
  let recording: ActionRecording?
  /// Observes the dependencies, once for each action. Default: the generators are recorded.
  let observe: (@Sendable (inout DependencyValues) -> Void)?
  /// `nil` if the state contains no shared values: then only actions change it.
  let lastState: LastRecordedState<Base.State>?

  package init(
    base: Base, recording: ActionRecording?,
    observe: (@Sendable (inout DependencyValues) -> Void)? = nil
  ) {
    self.base = base
    self.recording = recording
    self.observe = observe
    lastState =
      recording != nil && containsSharedValues(Base.State.self) ? LastRecordedState() : nil
  }

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let recording else { return base.reduce(into: &state, action: action) }
    DependencyValues.current.recordImpurity()
    let before = copyingSharedValues(state)
    recording.beginReducing(from: before)
    if let diff = lastState?.difference(to: before) { recording.recordModification(diff) }
    let effect = withDependencies { values in
      if let observe { observe(&values) } else { recording.installGenerators(&values) }
    } operation: {
      base.reduce(into: &state, action: action)
    }
    recording.recordAction(action)
    lastState?.set(copyingSharedValues(state))
    return effect
  }
}

/// The state after the last recorded action.
final class LastRecordedState<State>: Sendable {
  // SAFETY: the states are snapshots, which only the thread that reduces reads, one at a time.
  private let state = Lock<UnsafeTransfer<State>?>(nil)

  func set(_ newState: State) {
    let kept = UnsafeTransfer(newState)
    state.withLock { $0 = kept }
  }

  /// Returns the difference of a state to the last one, if there is one.
  func difference(to newState: State) -> String? {
    guard let last = state.withLock({ $0 })?.value else { return nil }
    return stateDiff(last, newState)
  }
}
