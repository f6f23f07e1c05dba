import MachoDiff
import MachoKit
import MachoSessions

extension Feature {
  /// Returns the feature with a fault, in any architecture.
  func with(_ fault: Fault) -> any DrivenFeature {
    ForwardingFeature(self) { FaultyStore($0, feature: self, fault: fault) }
  }
}

/// A store that ignores some actions or delays its clock.
private final class FaultyStore: DrivenStore {
  private let base: any DrivenStore
  private let feature: Feature
  private let fault: Fault
  /// Transitions of ignored actions, which appear as sent.
  private var swallowed: [StateTransition] = []

  init(_ base: any DrivenStore, feature: Feature, fault: Fault) {
    self.base = base
    self.feature = feature
    self.fault = fault
  }

  func send(_ action: Any) {
    guard case .swallows(let name) = fault.kind, matches(action, name) else {
      return base.send(action)
    }
    let state = base.state
    let youngest = base.effects.last?.id ?? 0
    swallowed.append(
      StateTransition(
        cause: .sent, action: action, before: state, after: state, lastEffectIDBefore: youngest))
  }

  /// Whether an action has a name, directly or through an alias.
  private func matches(_ action: Any, _ name: String) -> Bool {
    let text = feature.aliases[name] ?? name
    return feature.syntax.caseName(of: action) == String(text.prefix { $0 != "(" && $0 != "." })
  }

  func advance(by duration: Duration) -> Bool {
    guard case .lags = fault.kind, base.nextDeadline != nil, duration > .milliseconds(1) else {
      return base.advance(by: duration)
    }
    return base.advance(by: duration - .milliseconds(1))
  }

  func takeTransitions() -> [StateTransition] {
    defer { swallowed = [] }
    return swallowed + base.takeTransitions()
  }

  // MARK: Forwarded members

  var state: Any { base.state }
  var isStateComplete: Bool { base.isStateComplete }
  func run() { base.run() }
  func onExternalWork(_ wake: @escaping @Sendable () -> Void) { base.onExternalWork(wake) }
  func stub(_ endpoint: String) { base.stub(endpoint) }
  func poll() { base.poll() }
  func syncWithWallClock() { base.syncWithWallClock() }
  func roundWallClock(to step: Duration) { base.roundWallClock(to: step) }
  func takeProblems() -> [Diagnostic] { base.takeProblems() }
  var effects: [RunningEffect] { base.effects }
  var externalEffects: [RunningEffect] { base.externalEffects }
  var nextDeadline: Duration? { base.nextDeadline }
  func settle(within d: Duration, interrupt i: Interrupt) -> Bool {
    base.settle(within: d, interrupt: i)
  }
  func restore(to point: RestorePoint) throws(Diagnostic) -> [RunningEffect] {
    try base.restore(to: point)
  }
  func cancelEffects() -> [RunningEffect] { base.cancelEffects() }
  func change(from old: Any, to new: Any) -> Change? { base.change(from: old, to: new) }
  func text(of value: Any) -> String { base.text(of: value) }
  func close() { base.close() }
}
