import Observation

/// The observable value that a view displays, and the handler of user input.
///
/// The view binds to `output` with Swift's Observation and calls `send` with input. It contains no
/// logic, and the view model does not reference it.
///
/// ```swift
/// final class CounterViewModel: ViewModel {
///   let output = Observed(CounterScreen())
///
///   func send(_ input: CounterInput) {
///     output.update { $0.number += input == .plus ? 1 : -1 }
///   }
/// }
/// ```
/// A view model can have `@Dependency` properties. A class with such a property is not `Sendable`, so
/// a task captures what it uses: `{ [facts = self.facts, output = self.output] in … }`. A view model
/// without mutable properties can be `Sendable`; its tasks then capture `self`.
public protocol ViewModel<Input, Output>: AnyObject {
  /// A user input.
  associatedtype Input: Sendable
  /// The content of the view.
  associatedtype Output: Sendable
  /// The observable value that the view binds to.
  var output: Observed<Output> { get }
  /// Handles a user input.
  func send(_ input: Input)
}
