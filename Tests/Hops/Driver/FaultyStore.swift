import MachoKit
import MachoSessions

extension Feature {
  /// The feature with something wrong in it, in whichever architecture it is written.
  func with(_ fault: Fault) -> any DrivenFeature {
    ForwardingFeature(self) { FaultyStore($0, feature: self, fault: fault) }
  }
}

/// A store that does not do all that it is told.
private final class FaultyStore: DrivenStore {
  private let base: any DrivenStore
  private let feature: Feature
  private let fault: Fault
  /// Steps of what was swallowed: it was sent, as far as anybody can tell.
  private var swallowed: [Step] = []

  init(_ base: any DrivenStore, feature: Feature, fault: Fault) {
    self.base = base
    self.feature = feature
    self.fault = fault
  }

  func send(_ action: Any) {
    guard case .swallows(let name) = fault.kind, isNamed(action, name) else {
      return base.send(action)
    }
    let state = base.state
    let youngest = base.effects.last?.id ?? 0
    swallowed.append(
      Step(cause: .sent, action: action, before: state, after: state, effectsBefore: youngest))
  }

  /// Whether an action goes by a name, or by the one that this stands for.
  private func isNamed(_ action: Any, _ name: String) -> Bool {
    let text = feature.aliases[name] ?? name
    return feature.syntax.caseName(of: action) == String(text.prefix { $0 != "(" })
  }

  func advance(by duration: Duration) -> Bool {
    guard case .lags = fault.kind, base.nextDeadline != nil, duration > .milliseconds(1) else {
      return base.advance(by: duration)
    }
    return base.advance(by: duration - .milliseconds(1))
  }

  func takeSteps() -> [Step] {
    defer { swallowed = [] }
    return swallowed + base.takeSteps()
  }

  // MARK: What is as it should be

  var state: Any { base.state }
  var isItsState: Bool { base.isItsState }
  func run() { base.run() }
  func whenArriving(_ wake: @escaping @Sendable () -> Void) { base.whenArriving(wake) }
  func stub(_ endpoint: String) { base.stub(endpoint) }
  func poll() { base.poll() }
  func passTime() { base.passTime() }
  func takeProblems() -> [Diagnostic] { base.takeProblems() }
  var effects: [RunningEffect] { base.effects }
  var effectsOutside: [RunningEffect] { base.effectsOutside }
  func admitOutside() { base.admitOutside() }
  var nextDeadline: Duration? { base.nextDeadline }
  func settle(within d: Duration, unless i: Interrupt) -> Bool { base.settle(within: d, unless: i) }
  func travel(to moment: Moment) throws(Diagnostic) -> [RunningEffect] {
    try base.travel(to: moment)
  }
  func cancelEffects() -> [RunningEffect] { base.cancelEffects() }
  func diff(_ old: Any, _ new: Any) -> String? { base.diff(old, new) }
  func text(of value: Any) -> String { base.text(of: value) }
  func close() { base.close() }
}
