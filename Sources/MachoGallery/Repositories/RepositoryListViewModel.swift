import MachoArchitectures

/// The repository list as a view model, whose output a view binds to.
final class RepositoryListViewModel: ViewModel, Sendable {
  let output: Observed<RepositoryList>
  private let tasks: TaskRunner
  private let services = RepositoryServices()

  init(_ list: RepositoryList, tasks: TaskRunner) {
    output = Observed(list)
    self.tasks = tasks
  }

  func send(_ input: RepositoryListInput) {
    switch input {
    case .appeared:
      let hasIcon = services.recordAppearance()
      output.update { $0.shouldShowIcon = hasIcon }
      search()
    case .queryChanged(let query):
      output.update { $0.query = query }
      tasks.start("typing", replacing: true) { [self] in
        try await services.waitForTyping()
        search()
      }
    case .retryButtonTapped: search()
    case .errorDismissed: output.update { $0.isShownError = false }
    }
  }

  private func search() {
    let query = output.value.query
    output.update { list in
      list.isShownError = false
      list.isLoading = true
    }
    tasks.start("search", replacing: true) { [self] in
      let result = try await services.search(query)
      output.update { list in
        list.isLoading = false
        switch result {
        case .success(let repositories): list.repositories = repositories
        case .failure(let error):
          list.errorMessage = RepositoryServices.message(for: error)
          list.isShownError = true
        }
      }
    }
  }
}
