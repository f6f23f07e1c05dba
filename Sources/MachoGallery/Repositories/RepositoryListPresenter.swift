import MachoArchitectures

/// The repository list with a passive view: the presenter asks the model, and makes each change of
/// the view explicitly. Model and view do not know each other.
final class RepositoryListPresenter: Presenter {
  let view: any PassiveView<RepositoryListDrawing>
  private let model: RepositoryCatalog
  private let tasks: TaskRunner
  private let services = RepositoryServices()

  init(model: RepositoryCatalog, view: any PassiveView<RepositoryListDrawing>, tasks: TaskRunner) {
    self.model = model
    self.view = view
    self.tasks = tasks
  }

  func handle(_ input: RepositoryListInput) {
    switch input {
    case .appeared:
      view.draw(.icon(isShown: services.recordAppearance()))
      search()
    case .queryChanged(let query):
      model.query = query
      view.draw(.query(model.query))
      tasks.start("typing", replacing: true) { [self] in
        try await services.waitForTyping()
        search()
      }
    case .retryButtonTapped: search()
    case .errorDismissed: view.draw(.noError)
    }
  }

  private func search() {
    view.draw(.noError)
    view.draw(.spinner(isShown: true))
    tasks.start("search", replacing: true) { [self] in
      let result = try await model.search()
      view.draw(.spinner(isShown: false))
      switch result {
      case .success(let repositories): view.draw(.repositories(repositories))
      case .failure(let error): view.draw(.error(RepositoryServices.message(for: error)))
      }
    }
  }
}
