import Composable
import MachoSessions

extension Reducer {
  /// Writes each action, each call of the feature's endpoints and the times to a file, which `macho import`
  /// converts to a script that passes without the app's dependencies. Without a path, it does nothing.
  ///
  /// ```swift
  /// let counter = Feature(
  ///   "counter", start: Counter.State(), stubs: [Stub("facts.fetch", \.facts.fetch)]
  /// ) {
  ///   Counter()
  /// }
  /// Store(initialState: Counter.State()) {
  ///   Counter().recording(to: environment["RECORD_TO"], as: counter)
  /// }
  /// ```
  ///
  /// Apply it to the root reducer. Endpoints that are registered with a key path or with `get:` are recorded,
  /// and `uuid`, `date.now` and `random`. The times are those of `continuousClock`.
  ///
  /// - Parameters:
  ///   - path: The file to write. An existing file is replaced. `nil`: no recording.
  ///   - feature: The feature, as the driver registers it.
  ///   - redact: Replaces secrets in the text before it is written. Default: no change.
  public func recording(
    to path: String?, as feature: Feature,
    redact: @escaping @Sendable (String) -> String = { $0 }
  ) -> _RecordingReducer<Self> {
    guard let path else { return _RecordingReducer(base: self, recording: nil) }
    let recording = ActionRecording(path: path, feature: feature.name, redact: redact)
    let recorder = AppCallRecorder(syntax: feature.syntax) { entry in
      switch entry {
      case .call(let call, let returned, let threw):
        recording.recordCall(call, returned: returned, threw: threw)
      case .answer(let text): recording.recordAnswer(text)
      case .remark(let text): recording.recordRemark(text)
      }
    }
    let caller = StubCaller(
      table: recorder.table, syntax: feature.syntax, clock: ContinuousClock())
    return _RecordingReducer(base: self, recording: recording) { values in
      recording.measureTime(by: values.continuousClock)
      feature.observe(&values, caller)
    }
  }
}
