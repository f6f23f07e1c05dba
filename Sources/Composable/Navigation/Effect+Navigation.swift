extension Effect {
  /// The effect of a child, which ends when the child goes.
  ///
  /// - Parameter dismissal: The action that makes the child go, if its `dismiss` may do that.
  func scopedToChild(_ child: CancelID, dismissal: Action? = nil) -> Self {
    isNone ? .none : Self(.presented(self, by: child, dismissal: dismissal))
  }

  /// Ends the effects of a child, and of those that it shows.
  static func cancelChild(_ child: CancelID) -> Self {
    Self(.cancel(child))
  }
}

/// The effects of a child that its parent shows.
final class PresentationScope<Action>: CancelScope {
  /// What makes the child go.
  let dismissal: Action?

  init(id: CancelID, parent: CancelScope?, number: Int, dismissal: Action?) {
    self.dismissal = dismissal
    super.init(id: id, parent: parent, number: number)
  }
}
