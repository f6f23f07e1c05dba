/// Effects that are performed one after the other.
final class EffectConcatenation<State, Action> {
  private weak var core: StoreCore<State, Action>?
  private let effects: [Effect<Action>]
  private let origin: Action
  private let scope: CancelScope?
  private let completion: EffectCompletion?
  private var next = 0
  private var isAdvancing = false
  private var isWaiting = false
  private var shouldContinue = true

  init(
    core: StoreCore<State, Action>, effects: [Effect<Action>], origin: Action,
    scope: CancelScope?, completion: EffectCompletion?
  ) {
    self.core = core
    self.effects = effects
    self.origin = origin
    self.scope = scope
    self.completion = completion
  }

  /// Performs effects until one takes time. A loop, since recursion would grow with the chain.
  func advance() {
    isAdvancing = true
    defer { isAdvancing = false }
    while next < effects.count, shouldContinue, scope?.isStopped != true, let core {
      isWaiting = true
      let effect = effects[next]
      next += 1
      core.perform(effect, origin: origin, scope: scope) { [self] in finishCurrent(goesOn: $0) }
      if isWaiting { return }
    }
    completion?(shouldContinue)
  }

  private func finishCurrent(goesOn: Bool) {
    isWaiting = false
    self.shouldContinue = self.shouldContinue && goesOn
    if !isAdvancing { advance() }
  }
}
