/// A view model with two-way bindings: the view sets properties of its form, and shows them.
///
/// The view model observes its form. It may change the form as well, and the view shows the change.
///
/// ```swift
/// final class SearchViewModel: BoundViewModel {
///   let form = Observed(SearchForm())
///   let output = Observed(SearchScreen())
///   private let subscription: Subscription
///
///   init() {
///     subscription = form.observe(\.query) { [output] query in
///       output.update { $0.title = "Results for \(query)" }
///     }
///   }
///
///   func send(_ input: SearchInput) { form.update { $0.query = "" } }
/// }
/// ```
public protocol BoundViewModel<Input, Output, Form>: ViewModel {
  /// The values of the view's controls.
  associatedtype Form: Sendable
  /// The observable form. A control binds to one of its properties.
  var form: Observed<Form> { get }
}
