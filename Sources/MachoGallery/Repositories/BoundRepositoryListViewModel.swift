import MachoArchitectures

/// The values of the list's controls.
struct RepositoryListForm: Equatable, Sendable {
  var query: String
}

/// The repository list as a view model with a two-way binding of its query.
///
/// The view sets the query in the form, and the view model searches. The view model removes leading
/// blanks from the query in the form, and the view shows that.
final class BoundRepositoryListViewModel: BoundViewModel {
  /// The input other than changes of controls.
  enum Input: Equatable, Sendable {
    case appeared, retryButtonTapped, errorDismissed
  }

  let form: Observed<RepositoryListForm>
  let output: Observed<RepositoryList>
  private let search: RepositoryListViewModel
  private let subscription: Subscription

  init(_ list: RepositoryList, tasks: TaskRunner) {
    let form = Observed(RepositoryListForm(query: list.query))
    let search = RepositoryListViewModel(list, tasks: tasks)
    self.form = form
    self.search = search
    output = search.output
    subscription = form.observe { [weak form] value in
      let query = String(value.query.drop { $0 == " " })
      guard query == value.query else {
        // Notifies again.
        form?.update { $0.query = query }
        return
      }
      search.send(.queryChanged(query))
    }
  }

  func send(_ input: Input) {
    switch input {
    case .appeared: search.send(.appeared)
    case .retryButtonTapped: search.send(.retryButtonTapped)
    case .errorDismissed: search.send(.errorDismissed)
    }
  }
}
