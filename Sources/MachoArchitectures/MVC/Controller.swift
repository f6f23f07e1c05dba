/// The rules and data of a program, which know of no input and no output.
public protocol Model: AnyObject, Sendable {}

/// Takes input, has the model do what it asks for, and has the view draw the result.
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
  /// What a person does.
  associatedtype Input: Sendable
  associatedtype ModelType: Model
  associatedtype Drawing: Sendable
  /// What it asks.
  var model: ModelType { get }
  /// What it has draw.
  var view: any PassiveView<Drawing> { get }
  /// Handles what a person did.
  func handle(_ input: Input)
}
