/// Mediates between a view and a model that do not know each other. Contains all presentation
/// logic.
///
/// This is the passive-view variant: the presenter makes each change of the view explicitly.
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
  /// A user input.
  associatedtype Input: Sendable
  associatedtype Drawing: Sendable
  /// The view, which only draws.
  var view: any PassiveView<Drawing> { get }
  /// Handles a user input.
  func handle(_ input: Input)
}
