/// A view that shows a model's plain values by itself.
public protocol SupervisedView<Drawing, Value>: PassiveView {
  /// What the model tells.
  associatedtype Value: Sendable
  /// Shows the model's new value.
  func modelChanged(_ value: Value)
}

/// A model that tells whoever watches it when its value changes.
public protocol ObservedModel<Value>: Model {
  associatedtype Value: Sendable
  /// The value that is watched.
  var observed: Observed<Value> { get }
}

extension SupervisedView {
  /// Follows a model: shows its value now, and each later one until the subscription ends.
  public func follow(_ model: some ObservedModel<Value>) -> Subscription {
    modelChanged(model.observed.value)
    return model.observed.observe { [weak self] in self?.modelChanged($0) }
  }
}

/// A presenter of a view that follows the model by itself: it does only what is not plain.
///
/// Input goes to the presenter, the model's values go straight to the view, and what needs a
/// decision (an alert, another screen) is drawn by the presenter.
public protocol SupervisingController<Input>: Presenter {
  associatedtype ModelType: ObservedModel
  /// The model, which the view follows.
  var model: ModelType { get }
}
