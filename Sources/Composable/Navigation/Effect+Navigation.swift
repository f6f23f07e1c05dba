extension Effect {
  /// Returns the effect of a child. It is cancelled when the child is dismissed.
  ///
  /// - Parameter dismissal: The action that dismisses the child. `nil` if the child's `dismiss`
  ///   cannot.
  func scopedToChild(_ child: CancelID, dismissal: Action? = nil) -> Self {
    isNone ? .none : Self(.presented(self, by: child, dismissal: dismissal))
  }

  /// Cancels the effects of a child and of the child's children.
  static func cancelChild(_ child: CancelID) -> Self {
    Self(.cancel(child))
  }
}

/// The effects of a presented child.
final class PresentationScope<Action>: CancelScope {
  /// The parent's action that dismisses the child.
  let dismissal: Action?

  init(id: CancelID, parent: CancelScope?, number: Int, dismissal: Action?) {
    self.dismissal = dismissal
    super.init(id: id, parent: parent, number: number)
  }
}
