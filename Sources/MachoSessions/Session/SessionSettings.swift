/// The settings of a session: those that verbs change, and those of its host.
struct SessionSettings {
  /// When received actions become part of the script state.
  var receiveMode: Session.ReceiveMode
  /// How long each line waits for external work. Default: `nil` (no wait).
  var externalWorkTimeout: Duration?
  /// The clocks of live stores show multiples of this duration, except at deadlines. Default: 1 ms.
  var clockStep = Duration.milliseconds(1)
  /// Whether received actions must be asserted and effects must be finished.
  var isExhaustive = true
  /// Whether uncompared output is a failure.
  var isStrict = false
  /// Whether the host is strict about dependencies that are live in tests. `reset` does not change it.
  var refusesLiveDependencies = false
  /// Whether a prompt prints the duration of each line.
  var isTiming = false
  /// Whether a prompt omits unchanged lines of diffs.
  var isCompact = false
  /// Whether features may run with real dependencies.
  var allowsLive = true
  /// The requested context. Default: `nil` (the feature's).
  private(set) var context: ContextChoice?
  /// The context requested when the session was created.
  private let initialContext: ContextChoice?
  /// The context in which a script with the same lines would open a feature.
  private var scriptContext = ContextChoice.test

  init(receiveMode: Session.ReceiveMode, context: ContextChoice?) {
    self.receiveMode = receiveMode
    self.context = context
    initialContext = context
  }

  /// Requests a context for features that are opened later.
  mutating func choose(_ context: ContextChoice) {
    self.context = context
    scriptContext = context.inScripts
  }

  /// The context in which a feature is opened if none is requested for it.
  func context(for feature: any DrivenFeature) -> ContextChoice {
    let byDefault = receiveMode == .immediate ? feature.promptContext : .test
    let chosen = context ?? ContextChoice(byDefault)
    return chosen == .live && !allowsLive ? .test : chosen
  }

  /// Returns the context that a script must choose when a feature was opened in a context. Returns
  /// `nil` if the script would open it there by default.
  mutating func impliedContext(afterOpeningIn context: ContextChoice) -> ContextChoice? {
    guard context.inScripts != scriptContext else { return nil }
    scriptContext = context.inScripts
    return scriptContext
  }

  /// Restores the initial settings, except those of the host.
  mutating func reset() {
    var initial = SessionSettings(receiveMode: receiveMode, context: initialContext)
    initial.externalWorkTimeout = externalWorkTimeout
    initial.allowsLive = allowsLive
    initial.refusesLiveDependencies = refusesLiveDependencies
    initial.clockStep = clockStep
    self = initial
  }
}

extension ContextChoice {
  /// The context in a script. A recording of a live store replaces its endpoints.
  fileprivate var inScripts: ContextChoice { self == .live ? .test : self }
}
