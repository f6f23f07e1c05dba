import Observation

/// What a view shows, as a value that is watched, and what a person may do with it.
///
/// The view binds to `output`, by Swift's Observation, and calls `send` with input; it decides
/// nothing, and the view model knows nothing of it.
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
public protocol ViewModel<Input, Output>: AnyObject, Sendable {
  /// What a person does.
  associatedtype Input: Sendable
  /// What the view shows.
  associatedtype Output: Sendable
  /// What the view binds to.
  var output: Observed<Output> { get }
  /// Handles what a person did.
  func send(_ input: Input)
}
