import MachoArchitectures

/// The repository list as model, view and controller.
final class RepositoryListController: Controller {
  let model: RepositoryCatalog
  let view: any PassiveView<RepositoryListDrawing>
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
      showResults()
    case .queryChanged(let query):
      model.query = query
      view.draw(.query(model.query))
      tasks.start("typing", replacing: true) { [self] in
        try await services.waitForTyping()
        showResults()
      }
    case .retryButtonTapped: showResults()
    case .errorDismissed: view.draw(.noError)
    }
  }

  private func showResults() {
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
