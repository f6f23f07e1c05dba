import MachoArchitectures

/// The value of the list's model, which the view displays without the presenter.
struct RepositoryListContent: Equatable, Sendable {
  var query: String
  var isLoading = false
  var repositories: [Repository] = []
}

/// The list's model, which notifies its observers.
final class RepositoryListModel: ObservedModel {
  let observed: Observed<RepositoryListContent>
  private let services = RepositoryServices()

  init(_ content: RepositoryListContent) { observed = Observed(content) }

  func setQuery(_ query: String) { observed.update { $0.query = query } }

  /// Searches with the current query. Returns the error if the search failed.
  func search() async throws -> (any Error)? {
    observed.update { $0.isLoading = true }
    let result = try await services.search(observed.value.query)
    observed.update { content in
      content.isLoading = false
      if case .success(let repositories) = result { content.repositories = repositories }
    }
    guard case .failure(let error) = result else { return nil }
    return error
  }
}

/// The drawings of the supervised view: the model's content, and the presenter's decisions.
enum SupervisedListDrawing: Equatable, Sendable {
  case content(RepositoryListContent)
  case error(String)
  case noError
  case icon(isShown: Bool)
}

/// A view that displays the model's content without the presenter.
final class SupervisedListView: SupervisedView {
  let recorded: RecordedView<SupervisedListDrawing, RepositoryList>

  init(_ list: RepositoryList) {
    recorded = RecordedView(list) { list, drawing in
      switch drawing {
      case .content(let content):
        list.query = content.query
        list.isLoading = content.isLoading
        list.repositories = content.repositories
      case .error(let message):
        list.errorMessage = message
        list.isShownError = true
      case .noError: list.isShownError = false
      case .icon(let isShown): list.shouldShowIcon = isShown
      }
    }
  }

  func draw(_ drawing: SupervisedListDrawing) { recorded.draw(drawing) }
  func modelChanged(_ content: RepositoryListContent) { recorded.draw(.content(content)) }
}

/// The repository list with a supervising controller. It decides about errors and the icon. The
/// view displays the model's content itself.
final class RepositoryListSupervisor: SupervisingController {
  let view: any PassiveView<SupervisedListDrawing>
  let model: RepositoryListModel
  private let tasks: TaskRunner
  private let services = RepositoryServices()
  private let subscription: Subscription

  init(view: SupervisedListView, list: RepositoryList, tasks: TaskRunner) {
    self.view = view
    self.tasks = tasks
    model = RepositoryListModel(
      RepositoryListContent(
        query: list.query, isLoading: list.isLoading, repositories: list.repositories))
    subscription = view.follow(model)
  }

  func handle(_ input: RepositoryListInput) {
    switch input {
    case .appeared:
      view.draw(.icon(isShown: services.recordAppearance()))
      search()
    case .queryChanged(let query):
      model.setQuery(query)
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
    tasks.start("search", replacing: true) { [self] in
      if let error = try await model.search() {
        view.draw(.error(RepositoryServices.message(for: error)))
      }
    }
  }
}
