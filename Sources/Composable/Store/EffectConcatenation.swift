/// Performs the effects of a concatenation one after the other.
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

  /// Performs effects until one does not finish immediately.
  ///
  /// A loop instead of recursion, because the stack would grow with the number of effects.
  func advance() {
    isAdvancing = true
    defer { isAdvancing = false }
    while next < effects.count, shouldContinue, scope?.isStopped != true, let core {
      isWaiting = true
      let effect = effects[next]
      next += 1
      core.perform(effect, origin: origin, scope: scope) { [self] in
        finishCurrent(shouldContinue: $0)
      }
      if isWaiting { return }
    }
    completion?(shouldContinue)
  }

  private func finishCurrent(shouldContinue: Bool) {
    isWaiting = false
    self.shouldContinue = self.shouldContinue && shouldContinue
    if !isAdvancing { advance() }
  }
}
