extension Reducer {
  /// Writes each action to a file that `macho import` converts to a script. Without a path, it does
  /// nothing and costs nothing.
  ///
  /// ```swift
  /// Store(initialState: Counter.State()) {
  ///   Counter().recording(to: environment["RECORD_TO"], as: "counter")
  /// }
  /// ```
  ///
  /// Apply it to the root reducer. The values of `uuid`, `date` and `withRandomNumberGenerator`
  /// that the reducer uses are recorded too. Values of other dependencies are not recorded, unless
  /// they are part of an action or of the initial state.
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

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let recording else { return base.reduce(into: &state, action: action) }
    DependencyValues.current.recordImpurity()
    recording.beginReducing(from: state)
    let effect = withDependencies(recording.installGenerators) {
      base.reduce(into: &state, action: action)
    }
    recording.recordAction(action)
    return effect
  }
}
