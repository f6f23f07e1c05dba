extension Reducer {
  /// Writes each action to a file, for `macho import` to make a script of; without a path it does
  /// nothing and costs nothing.
  ///
  /// ```swift
  /// Store(initialState: Counter.State()) {
  ///   Counter().recording(to: environment["RECORD_TO"], as: "counter")
  /// }
  /// ```
  ///
  /// It belongs on the root reducer. What the reducer gets of `uuid`, `date` and
  /// `withRandomNumberGenerator` is written too. Other modules' values never are, unless they are
  /// in an action or in the state that the feature starts from.
  ///
  /// - Parameters:
  ///   - path: The file; one that is there is replaced. `nil` for no recording.
  ///   - feature: The name under which `macho` knows the feature.
  ///   - redact: Takes secrets out of what is about to be written.
  public func recording(
    to path: String?, as feature: String,
    redact: @escaping @Sendable (String) -> String = { $0 }
  ) -> _RecordingReducer<Self> {
    _RecordingReducer(
      base: self,
      recording: path.map { ActionRecording(path: $0, feature: feature, redact: redact) })
  }
}

/// A reducer whose actions are written to a file.
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
