/// Stands between a view and a model that do not know each other, and has all presentation logic.
///
/// This is the passive-view form: the presenter sets each change in the view by hand.
///
/// ```swift
/// final class CounterPresenter: Presenter {
///   let view: any PassiveView<CounterDrawing>
///   let model: CounterModel
///
///   func handle(_ input: CounterInput) {
///     model.add(1)
///     view.draw(.number("\(model.number)"))
///   }
/// }
/// ```
public protocol Presenter<Input>: AnyObject, Sendable {
  /// What a person does.
  associatedtype Input: Sendable
  associatedtype Drawing: Sendable
  /// The view, which only draws.
  var view: any PassiveView<Drawing> { get }
  /// Handles what a person did.
  func handle(_ input: Input)
}
