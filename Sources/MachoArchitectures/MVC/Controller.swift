/// The domain logic and data, independent of input and output.
public protocol Model: AnyObject, Sendable {}

/// Handles input: updates the model, then tells the view to draw the result.
///
/// ```swift
/// final class CounterController: Controller {
///   let model: CounterModel
///   let view: any PassiveView<CounterDrawing>
///
///   func handle(_ input: CounterInput) {
///     model.add(input == .plus ? 1 : -1)
///     view.draw(.number(model.number))
///   }
/// }
/// ```
public protocol Controller<Input>: AnyObject, Sendable {
  /// A user input.
  associatedtype Input: Sendable
  associatedtype ModelType: Model
  associatedtype Drawing: Sendable
  /// The model that it updates.
  var model: ModelType { get }
  /// The view that it draws on.
  var view: any PassiveView<Drawing> { get }
  /// Handles a user input.
  func handle(_ input: Input)
}
