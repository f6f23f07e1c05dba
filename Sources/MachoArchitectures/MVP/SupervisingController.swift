/// A view that displays a model's simple values without the presenter.
public protocol SupervisedView<Drawing, Value>: PassiveView {
  /// The model's value.
  associatedtype Value: Sendable
  /// Displays a new value of the model.
  func modelChanged(_ value: Value)
}

/// A model that notifies its observers when its value changes.
public protocol ObservedModel<Value>: Model {
  associatedtype Value: Sendable
  /// The observed value.
  var observed: Observed<Value> { get }
}

extension SupervisedView {
  /// Observes a model: displays its current value, and each later value until the subscription is
  /// cancelled.
  public func follow(_ model: some ObservedModel<Value>) -> Subscription {
    modelChanged(model.observed.value)
    return model.observed.observe { [weak self] in self?.modelChanged($0) }
  }
}

/// A presenter of a view that observes the model itself. The presenter handles only what simple
/// binding cannot.
///
/// Input goes to the presenter, and the model's values go directly to the view. The presenter draws
/// what needs a decision, such as an alert or another screen.
public protocol SupervisingController<Input>: Presenter {
  associatedtype ModelType: ObservedModel
  /// The model, which the view observes.
  var model: ModelType { get }
}
