import MachoValues

/// An action of a live store, as text from which a new session restores it without its effects.
package struct LiveAction: Codable, Equatable, Sendable {
  /// The action.
  package var text: String
  /// Whether the user sent it.
  package var wasSent: Bool
  /// `true` if it is a modification, of which `text` is what `receive` asserts.
  package var wasModification: Bool?
  /// The state after it, if the reducer alone does not reproduce it.
  package var state: String?
}

extension LiveAction {
  fileprivate var cause: StateTransition.Cause {
    if wasSent { return .sent }
    // The effects do not run again, so their numbers have no meaning.
    return wasModification == true ? .modified(effect: nil) : .received(effect: nil)
  }
}

extension OpenStore {
  fileprivate func action(of recorded: LiveAction) -> Any? {
    guard recorded.wasModification == true else {
      return try? syntax.readAction(recorded.text[...], of: feature)
    }
    for type in feature.receivedTypes {
      if let value = try? syntax.read(recorded.text[...], as: type) { return value }
    }
    return nil
  }
}

extension Session {
  /// Returns the text of a transition of the store in use.
  package func liveAction(_ transition: StateTransition) -> LiveAction {
    LiveAction(
      text: syntax.print(transition.action), wasSent: transition.cause == .sent,
      wasModification: transition.cause.isModification ? true : nil,
      state: transition.isPure ? nil : syntax.print(transition.after))
  }

  /// Adds actions to the history of the store in use. Reduces them, or reads their states, and runs
  /// no effects.
  package func restore(_ actions: [LiveAction]) throws(Diagnostic) {
    let open = try opened()
    guard open.store.isStateComplete else {
      throw Diagnostic(
        "not-supported", "'\(open.feature.name)' is an object, which may have hidden state")
    }
    for recorded in actions {
      guard let action = open.action(of: recorded),
        let state = state(of: open, after: action, recorded)
      else {
        throw Diagnostic("not-supported", "the live action '\(recorded.text)' cannot be restored")
      }
      let transition = StateTransition(
        cause: recorded.cause, action: action,
        before: open.scriptState, after: state, lastEffectIDBefore: 0,
        isPure: recorded.state == nil)
      let line = recorded.wasSent ? Line(.send, recorded.text) : open.receiveLine(action)
      _ = open.apply(transition, as: line)
    }
    _ = open.takeWatchedChanges()
    _ = try open.store.restore(
      to: RestorePoint(state: open.scriptState, transitionCount: 0, lastEffectID: .max))
  }

  private func state(of open: OpenStore, after action: Any, _ recorded: LiveAction) -> Any? {
    guard let state = recorded.state else {
      return open.store.pureReduce(open.scriptState, actions: [action])?.first
    }
    return try? open.syntax.read(
      state[...], as: open.feature.stateType, overlaying: open.feature.startState)
  }
}
