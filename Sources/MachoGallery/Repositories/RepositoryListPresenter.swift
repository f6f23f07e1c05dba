import MachoArchitectures
import MachoLocks

/// The repository list with a passive view: the presenter makes each change of the view explicitly.
final class RepositoryListPresenter: Presenter {
  let view: any PassiveView<RepositoryListDrawing>
  private let query: Lock<String>
  private let tasks: TaskRunner
  private let services = RepositoryServices()

  init(view: any PassiveView<RepositoryListDrawing>, query: String, tasks: TaskRunner) {
    self.view = view
    self.query = Lock(query)
    self.tasks = tasks
  }

  func handle(_ input: RepositoryListInput) {
    switch input {
    case .appeared:
      view.draw(.icon(isShown: services.recordAppearance()))
      search()
    case .queryChanged(let text):
      query.withLock { $0 = text }
      view.draw(.query(text))
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
    tasks.start("search", replacing: true) { [self, query = query.withLock { $0 }] in
      let result = try await services.search(query)
      view.draw(.spinner(isShown: false))
      switch result {
      case .success(let repositories): view.draw(.repositories(repositories))
      case .failure(let error): view.draw(.error(RepositoryServices.message(for: error)))
      }
    }
  }
}
